import { expect, test } from 'vitest';
import { explainRefusal } from '@/components/features/spaces/space-dialog';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';

test('a plan limit is distinguished from a failure', () => {
  expect(explainRefusal(new ApiProblem(402, { code: 'PLAN_REQUIRED', feature: 'spaces' }))).toEqual({
    fields: {},
    form: 'full',
  });
  expect(explainRefusal(new ApiProblem(500, { code: 'INTERNAL' })).form).toBe('failed');
  expect(explainRefusal(new NetworkFailure(undefined)).form).toBe('failed');
});

test('what the service says of fields stands at the fields and nowhere else', () => {
  const errors = [{ path: 'name', message: 'This text is too long.' }];
  expect(explainRefusal(new ApiProblem(422, { code: 'VALIDATION_FAILED', errors }))).toEqual({
    fields: { name: 'This text is too long.' },
    form: null,
  });
});
