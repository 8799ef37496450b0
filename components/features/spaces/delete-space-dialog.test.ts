import { expect, test } from 'vitest';
import { explainDeleteRefusal } from '@/components/features/spaces/delete-space-dialog';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';

test('a required space, and a deleted one, are distinguished from a failure', () => {
  expect(explainDeleteRefusal(new ApiProblem(409, { code: 'SPACE_IN_USE' }))).toBe('inUse');
  expect(explainDeleteRefusal(new ApiProblem(409, { code: 'DEFAULT_SPACE' }))).toBe('isDefault');
  expect(explainDeleteRefusal(new ApiProblem(409, { code: 'OUTDATED' }))).toBe('notEmpty');
  expect(explainDeleteRefusal(new ApiProblem(404, { code: 'NOT_FOUND' }))).toBe('gone');
  expect(explainDeleteRefusal(new ApiProblem(500, { code: 'INTERNAL' }))).toBe('failed');
  expect(explainDeleteRefusal(new NetworkFailure(undefined))).toBe('failed');
});
