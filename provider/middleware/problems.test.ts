import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { contract, operationIds } from '@/lib/contract/index';
import { isBytes, type Endpoint } from '@/lib/contract/endpoint';
import { problemCodes } from '@/lib/contract/problem';
import enProblems from '@/messages/en/problems.json';
import enValidation from '@/provider/messages/en/validation.json';
import ptProblems from '@/messages/pt-BR/problems.json';
import ptValidation from '@/provider/messages/pt-BR/validation.json';
import { isValidationCode, validationWords } from '@/provider/middleware/problems';

/** Returns the fixed messages of all checks in a schema, which the contract uses as codes. */
function messagesIn(schema: z.core.$ZodType, seen = new Set<unknown>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { def } = schema._zod;
  const messageOf = (holder: { error?: unknown }): string[] => {
    const message =
      typeof holder.error === 'function' ? (holder.error as (issue: object) => unknown)({}) : undefined;
    return typeof message === 'string' ? [message] : [];
  };
  const inner = Object.values(def).flatMap((value: unknown) => {
    const parts: unknown[] = Array.isArray(value)
      ? value
      : typeof value === 'object' && value !== null && !('_zod' in value)
        ? Object.values(value)
        : [value];
    return parts.filter(
      (part): part is z.core.$ZodType => typeof part === 'object' && part !== null && '_zod' in part,
    );
  });
  return [...messageOf(def), ...inner.flatMap((part) => messagesIn(part, seen))];
}

const inputSchemas = operationIds.flatMap((id) => {
  const endpoint: Endpoint = contract[id];
  return [endpoint.params, endpoint.query, isBytes(endpoint.body) ? undefined : endpoint.body].filter(
    (schema) => schema !== undefined,
  );
});

describe('error messages', () => {
  test.each([
    ['en', enProblems],
    ['pt-BR', ptProblems],
  ])('%s has words for exactly the problems that exist', (_, words) => {
    expect(Object.keys(words).sort()).toEqual([...problemCodes].sort());
    expect(Object.values(words).every((text) => text.trim() !== '')).toBe(true);
  });

  test('both languages have the same codes, with the same values', () => {
    const placeholders = (words: Record<string, string>): Record<string, string[]> =>
      Object.fromEntries(
        Object.entries(words).map(([code, text]) => [code, text.match(/\{\w+\}/g)?.sort() ?? []]),
      );
    expect(placeholders(ptValidation)).toEqual(placeholders(enValidation));
  });

  test('every code of a schema of the contract has a message', () => {
    const codes = new Set(inputSchemas.flatMap((schema) => messagesIn(schema)));
    expect(codes.size).toBeGreaterThan(10);
    expect([...codes].filter((code) => !isValidationCode(code))).toEqual([]);
  });

  test('only the given values are filled in', () => {
    expect(validationWords('en', 'too_long', { max: 3 })).toBe(enValidation.too_long);
    expect(validationWords('pt-BR', 'too_long')).toBe(ptValidation.too_long);
  });
});
