import { expect, test, vi } from 'vitest';
import { refusedFields } from '@/components/common/contract-form';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';

test('field errors of the service are shown at the fields', () => {
  const errors = [{ path: 'name', message: 'This text is too long.' }];
  expect(refusedFields(new ApiProblem(422, { code: 'VALIDATION_FAILED', errors }))).toEqual({
    name: 'This text is too long.',
  });
});

test.each([
  ['INVALID_CODE', { code: 'Why.' }],
  ['EMAIL_IN_USE', { email: 'Why.' }],
  ['RATE_LIMITED', {}],
])('%s is shown at its field', (code, fields) => {
  expect(refusedFields(new ApiProblem(409, { code, message: 'Why.' }))).toEqual(fields);
});

test('a lost request has no field errors', () => {
  expect(refusedFields(new NetworkFailure(undefined))).toEqual({});
});

test('schemas are created without evaluating code, which the content security policy would report', async () => {
  vi.resetModules();
  const evaluated = vi.fn();
  vi.stubGlobal('Function', new Proxy(Function, { construct: evaluated.mockReturnValue({}) }));
  await import('@/components/common/contract-form');
  const { z } = await import('zod');
  z.strictObject({ email: z.string() }).safeParse({ email: '' });
  vi.unstubAllGlobals();
  expect(evaluated).not.toHaveBeenCalled();
});
