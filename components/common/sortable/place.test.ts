import { expect, test } from 'vitest';
import { indexBeside, indexByKey, placeAt, scrollSpeed } from '@/components/common/sortable/place';

const keys = ['a', 'b', 'c', 'd'];

/** The order after the service has applied a move. */
function moved(from: number, to: number): string[] {
  const place = placeAt(keys, from, to);
  const key = keys[from] ?? '';
  if (place === null) return keys;
  const rest = keys.filter((one) => one !== key);
  const at = 'after' in place ? rest.indexOf(place.after) + 1 : rest.indexOf(place.before);
  return rest.toSpliced(at, 0, key);
}

test('a move between any two indexes ends at the second', () => {
  for (const from of keys.keys()) {
    for (const to of keys.keys()) expect(moved(from, to).indexOf(keys[from] ?? '')).toBe(to);
  }
});

test('there is no move if the row stays, is missing, or its target is not loaded', () => {
  expect(placeAt(keys, 2, 2)).toBeNull();
  expect(placeAt(keys, -1, 2)).toBeNull();
  expect(placeAt(['a', null], 0, 1)).toBeNull();
});

test.each([
  [0, 2, 'before', 1],
  [0, 2, 'after', 2],
  [3, 1, 'before', 1],
  [3, 1, 'after', 2],
  [1, 0, 'after', 1],
  [1, 2, 'before', 1],
] as const)('from %i, dropped at %i (%s): %i', (from, index, side, expected) => {
  expect(indexBeside(from, index, side)).toBe(expected);
});

test('arrows move by one row up to the ends, Home and End to the ends', () => {
  expect(indexByKey(keys, 1, 'ArrowDown')).toBe(2);
  expect(indexByKey(keys, 3, 'ArrowDown')).toBe(3);
  expect(indexByKey(keys, 0, 'ArrowUp')).toBe(0);
  expect(indexByKey(keys, 2, 'Home')).toBe(0);
  expect(indexByKey(keys, 1, 'End')).toBe(3);
  expect(indexByKey(keys, 1, 'x')).toBeNull();
  expect(indexByKey(['a', null, 'c'], 0, 'ArrowDown')).toBeNull();
});

test('in columns, up and down lead along the column, left and right to the next ones in order', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f'];
  const columns = { above: 0, below: 4 };
  const to = (key: string) => indexByKey(many, 2, key, columns);
  expect(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].map(to)).toEqual([
    0, 4, 1, 3, 0, 5,
  ]);
  expect([indexByKey(many, 2, 'ArrowLeft'), indexByKey(many, 2, 'ArrowLeft', null)]).toEqual([null, null]);
});

test.each([
  ['in the middle of the screen', 500, 300, 0],
  ['at the bottom', 1_000, 500, 1.5],
  ['halfway into the edge', 940, 500, 0.75],
  ['below the window', 1_500, 500, 1.5],
  ['at the top', 0, 500, -1.5],
  ['at the bottom, picked up lower', 950, 960, 0],
  ['at the top, picked up higher', 50, 40, 0],
])('a row that is held %s scrolls the page', (_, y, from, speed) => {
  expect(scrollSpeed(y, from, 1_000)).toBeCloseTo(speed);
});
