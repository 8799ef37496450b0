import { expect, test, vi } from 'vitest';
import { refusedFields } from '@/components/common/contract-form';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';

test('what the service says of fields stands at the fields', () => {
  const errors = [{ path: 'name', message: 'This text is too long.' }];
  expect(refusedFields(new ApiProblem(422, { code: 'VALIDATION_FAILED', errors }))).toEqual({
    name: 'This text is too long.',
  });
});

test.each([
  ['INVALID_CODE', { code: 'Why.' }],
  ['EMAIL_IN_USE', { email: 'Why.' }],
  ['RATE_LIMITED', {}],
])('%s is said at the field that it is about', (code, fields) => {
  expect(refusedFields(new ApiProblem(409, { code, message: 'Why.' }))).toEqual(fields);
});

test('a request that was lost says nothing about fields', () => {
  expect(refusedFields(new NetworkFailure(undefined))).toEqual({});
});

test('schemas are made without evaluating code, which the content security policy would report', async () => {
  vi.resetModules();
  const evaluated = vi.fn();
  vi.stubGlobal('Function', new Proxy(Function, { construct: evaluated.mockReturnValue({}) }));
  await import('@/components/common/contract-form');
  const { z } = await import('zod');
  z.strictObject({ email: z.string() }).safeParse({ email: '' });
  vi.unstubAllGlobals();
  expect(evaluated).not.toHaveBeenCalled();
});
