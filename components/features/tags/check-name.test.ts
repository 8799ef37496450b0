import { expect, test } from 'vitest';
import { checkName } from '@/components/features/tags/tag-menu';

const bread = { name: 'Bread', count: 3 };
const tags = [bread, { name: 'ci/cd', count: 2 }];

test.each([
  ['Bread', '', { problem: null, merges: null, isIdle: true }],
  ['Bread', ' Bread ', { problem: null, merges: null, isIdle: true }],
  ['Bread', 'bread', { problem: null, merges: null, isIdle: false }],
  ['Bread', 'loaves', { problem: null, merges: null, isIdle: false }],
  ['ci/cd', ' BREAD ', { problem: null, merges: bread, isIdle: false }],
  ['Bread', 'a, b', { problem: 'comma', merges: null, isIdle: false }],
  ['Bread', '🍞'.repeat(64), { problem: null, merges: null, isIdle: false }],
  ['Bread', '🍞'.repeat(65), { problem: 'tooLong', merges: null, isIdle: false }],
  ['ci/cd', 'CI/CD', { problem: null, merges: null, isIdle: false }],
  ['ci/cd', 'builds', { problem: null, merges: null, isIdle: false }],
])('%s to be named "%s"', (from, typed, expected) => {
  expect(checkName(from, typed, tags)).toEqual(expected);
});
