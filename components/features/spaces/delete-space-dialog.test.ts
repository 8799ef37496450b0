import { expect, test } from 'vitest';
import { deleteInput, explainDeleteRefusal } from '@/components/features/spaces/delete-space-dialog';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import { isolate } from '@/lib/utils/isolate';

test('a required space, and a deleted one, are distinguished from a failure', () => {
  expect(explainDeleteRefusal(new ApiProblem(409, { code: 'SPACE_IN_USE' }))).toBe('inUse');
  expect(explainDeleteRefusal(new ApiProblem(409, { code: 'DEFAULT_SPACE' }))).toBe('isDefault');
  expect(explainDeleteRefusal(new ApiProblem(409, { code: 'OUTDATED' }))).toBe('notEmpty');
  expect(explainDeleteRefusal(new ApiProblem(404, { code: 'NOT_FOUND' }))).toBe('gone');
  expect(explainDeleteRefusal(new ApiProblem(500, { code: 'INTERNAL' }))).toBe('failed');
  expect(explainDeleteRefusal(new NetworkFailure(undefined))).toBe('failed');
});

test('a name is confirmed as it is typed, and as it is copied from the label', () => {
  const schema = deleteInput(() => true, 'عمل');
  const accepts = (typed: string) => schema.safeParse({ contentAction: 'erase', target: '', typed }).success;
  expect([accepts('عمل'), accepts(` ${isolate('عمل')} `), accepts('عم')]).toEqual([true, true, false]);
});
