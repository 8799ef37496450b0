import { expect, test } from 'vitest';
import { checkName, RenameInput } from '@/components/features/tags/tag-dialogs';

const bread = { name: 'Bread', count: 3 };
const tags = [bread, { name: 'ci/cd', count: 2 }];

/** Returns the error code of a name. */
const problemOf = (name: string): string | null =>
  RenameInput.safeParse({ name }).error?.issues[0]?.message ?? null;

test.each([
  ['Bread', '', { problem: 'required', merges: null, isIdle: true }],
  ['Bread', ' Bread ', { problem: null, merges: null, isIdle: true }],
  ['Bread', 'bread', { problem: null, merges: null, isIdle: false }],
  ['Bread', 'loaves', { problem: null, merges: null, isIdle: false }],
  ['ci/cd', ' BREAD ', { problem: null, merges: bread, isIdle: false }],
  ['Bread', 'a, b', { problem: 'invalid_tag', merges: null, isIdle: false }],
  ['Bread', '🍞'.repeat(64), { problem: null, merges: null, isIdle: false }],
  ['Bread', `${'🍞'.repeat(64)} `, { problem: null, merges: null, isIdle: false }],
  ['Bread', '🍞'.repeat(65), { problem: 'too_long', merges: null, isIdle: false }],
  ['ci/cd', 'CI/CD', { problem: null, merges: null, isIdle: false }],
  ['ci/cd', 'builds', { problem: null, merges: null, isIdle: false }],
])('%s to be named "%s"', (from, typed, expected) => {
  expect({ problem: problemOf(typed), ...checkName(from, typed, tags) }).toEqual(expected);
});
