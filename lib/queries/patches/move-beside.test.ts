import { expect, test } from 'vitest';
import { moveBeside, type Placement } from '@/lib/queries/patches/move-beside';

const rows = ['a', 'b', 'c', 'd'].map((uuid) => ({ uuid }));
const order = (uuid: string, placement: Placement) =>
  moveBeside(rows, uuid, placement)
    .map((row) => row.uuid)
    .join('');

test.each([
  ['a', { after: 'c' }, 'bcad'],
  ['a', { before: 'c' }, 'bacd'],
  ['d', { before: 'a' }, 'dabc'],
  ['b', { after: 'd' }, 'acdb'],
] as const)('%s goes %o', (uuid, placement, expected) => {
  expect(order(uuid, placement)).toBe(expected);
});

test('a row beside itself, or beside one that is gone, stays', () => {
  expect(order('b', { after: 'b' })).toBe('abcd');
  expect(order('b', { after: 'gone' })).toBe('abcd');
  expect(order('gone', { after: 'b' })).toBe('abcd');
});
