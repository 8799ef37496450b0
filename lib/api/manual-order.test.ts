import { expect, test } from 'vitest';
import { moveBeside, moveInList, type Placement } from '@/lib/api/manual-order';
import { sampleBookmark } from '@/lib/api/testing/samples';

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

test('a row next to itself, or next to a missing one, stays', () => {
  expect(order('b', { after: 'b' })).toBe('abcd');
  expect(order('b', { after: 'gone' })).toBe('abcd');
  expect(order('gone', { after: 'b' })).toBe('abcd');
});

/** Returns the indexes of a list of 300 after a move; only those in `loaded` are cached. */
function placesAfter(uuid: string, placement: Placement, loaded: readonly number[]): string[] {
  const rows = new Map(loaded.map((place) => [place, sampleBookmark(`row${place}`)] as const));
  const moved = moveInList({ total: 300, rows }, uuid, placement);
  expect(moved.total).toBe(300);
  return [...moved.rows].sort(([a], [b]) => a - b).map(([place, row]) => `${place}:${row.uuid}`);
}

test('in a long list the rows in between shift, loaded or not', () => {
  const loaded = [0, 1, 2, 200, 201, 202];
  expect(placesAfter('row1', { after: 'row201' }, loaded)).toEqual([
    '0:row0', '1:row2', '199:row200', '200:row201', '201:row1', '202:row202',
  ]); // prettier-ignore
  expect(placesAfter('row201', { before: 'row1' }, loaded)).toEqual([
    '0:row0', '1:row201', '2:row1', '3:row2', '201:row200', '202:row202',
  ]); // prettier-ignore
  expect(placesAfter('row2', { after: 'row0' }, loaded).slice(0, 3)).toEqual(['0:row0', '1:row2', '2:row1']);
});

test('a long list is unchanged if one of the two rows is not loaded', () => {
  const list = { total: 300, rows: new Map([[0, sampleBookmark('row0')]]) };
  expect(moveInList(list, 'row0', { after: 'row200' })).toBe(list);
  expect(moveInList(list, 'row200', { after: 'row0' })).toBe(list);
  expect(moveInList(list, 'row0', { after: 'row0' })).toBe(list);
});
