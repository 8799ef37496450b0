import { expect, test } from 'vitest';
import { indexBeside, indexByKey, placeAt } from '@/components/common/sortable/place';

const keys = ['a', 'b', 'c', 'd'];

/** What the service makes of a place. */
function moved(from: number, to: number): string[] {
  const place = placeAt(keys, from, to);
  const key = keys[from] ?? '';
  if (place === null) return keys;
  const rest = keys.filter((one) => one !== key);
  const at = 'after' in place ? rest.indexOf(place.after) + 1 : rest.indexOf(place.before);
  return rest.toSpliced(at, 0, key);
}

test('a row comes to stand where it was let go, from everywhere to everywhere', () => {
  for (const from of keys.keys()) {
    for (const to of keys.keys()) expect(moved(from, to).indexOf(keys[from] ?? '')).toBe(to);
  }
});

test('a row that stays needs no call, nor does one that is gone, or would go beside what is not loaded', () => {
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
] as const)('from %i, let go at %i (%s), it is at %i', (from, index, side, expected) => {
  expect(indexBeside(from, index, side)).toBe(expected);
});

test('arrows go one row and stop at the ends, Home and End go there', () => {
  expect(indexByKey(keys, 1, 'ArrowDown')).toBe(2);
  expect(indexByKey(keys, 3, 'ArrowDown')).toBe(3);
  expect(indexByKey(keys, 0, 'ArrowUp')).toBe(0);
  expect(indexByKey(keys, 2, 'Home')).toBe(0);
  expect(indexByKey(keys, 1, 'End')).toBe(3);
  expect(indexByKey(keys, 1, 'x')).toBeNull();
  expect(indexByKey(['a', null, 'c'], 0, 'ArrowDown')).toBeNull();
});
