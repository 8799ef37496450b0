import { expect, test } from 'vitest';
import { renameIn, withoutTag } from '@/lib/api/tags';

const tags = [
  { name: 'Bread', count: 3 },
  { name: 'trains', count: 2 },
];

test.each([
  ['bread', 'loaves', [{ name: 'loaves', count: 3 }, tags[1]]],
  ['Bread', 'bread', [{ name: 'bread', count: 3 }, tags[1]]],
  ['Bread', 'Trains', [{ name: 'trains', count: 3 }]],
  ['nowhere', 'loaves', tags],
])('%s renamed to %s', (from, to, expected) => {
  expect(renameIn(tags, from, to)).toEqual(expected);
});

test('a tag is removed in any spelling', () => {
  expect(withoutTag(tags, 'BREAD')).toEqual([tags[1]]);
});
