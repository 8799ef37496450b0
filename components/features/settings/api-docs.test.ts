import { expect, test } from 'vitest';
import document from '@/docs/openapi.json';
import {
  answersOf,
  callsByArea,
  refusalsOf,
  type ApiDocument,
  type Schema,
} from '@/components/features/settings/document';
import { printSchema } from '@/components/features/settings/api-docs';

test.each<[Schema, string]>([
  [{ $ref: '#/components/schemas/Tag' }, 'Tag'],
  [{ type: 'string' }, 'string'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ['a', 1] }, '"a" | 1'],
  [{ const: 'ok' }, '"ok"'],
  [{ anyOf: [{ $ref: '#/x/Uuid' }, { type: 'null' }] }, 'Uuid | null'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [{ type: 'array', items: { $ref: '#/x/Tag' } }, 'Tag[]'],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, '{ [name]: integer }'],
  [{ type: 'object', properties: {} }, '{}'],
  [{}, 'any'],
])('%j is written as %s', (schema, text) => {
  expect(printSchema(schema)).toBe(text);
});

test('an object is printed field by field, with optional fields and descriptions', () => {
  const schema: Schema = {
    type: 'object',
    required: ['uuid'],
    properties: {
      uuid: { $ref: '#/x/Uuid' },
      note: { type: 'string', description: 'For people.' },
      inner: { type: 'object', properties: { deep: { type: 'boolean' } } },
    },
  };
  expect(printSchema(schema)).toBe(
    [
      '{',
      '  uuid: Uuid',
      '  note?: string  // For people.',
      '  inner?: {',
      '    deep?: boolean',
      '  }',
      '}',
    ].join('\n'),
  );
});

test('every call of the published document is shown, with each response and error', () => {
  const published = document as unknown as ApiDocument;
  const calls = [...callsByArea(published).values()].flat();
  const expected = Object.values(published.paths).flatMap((operations) => Object.keys(operations));
  expect(calls).toHaveLength(expected.length);
  for (const call of calls) {
    expect(answersOf(call).length).toBeGreaterThan(0);
    for (const refusal of refusalsOf(call)) expect(refusal).toMatch(/^\d{3} [A-Z_]+$/);
    const schemas = answersOf(call).flatMap(([, content]) => Object.values(content ?? {}));
    for (const { schema } of schemas) if (schema) expect(printSchema(schema)).not.toMatch(/any|undefined/);
  }
});
