import { expect, test } from 'vitest';
import { closestPlace } from '@/components/features/search/use-local-rows';
import { sampleBookmark } from '@/lib/api/testing/samples';

const scores = new Map([
  ['all', 2],
  ['also all', 1],
  ['near', 0.6],
  ['less near', 0.2],
]);

/** Returns where the closest matches begin in a list of loaded rows, by their places. */
const placeIn = (rows: Record<number, string>) =>
  closestPlace(
    new Map(Object.entries(rows).map(([place, name]) => [Number(place), sampleBookmark(name)])),
    scores,
  );

test('the closest matches begin after the last row that matches everything', () => {
  expect(placeIn({ 0: 'all', 1: 'also all', 2: 'near', 3: 'less near' })).toBe(2);
  expect(placeIn({ 0: 'all', 1: 'only on this device', 2: 'near' })).toBe(2);
});

test('without matches of everything, or before the rows between are loaded, there is no such place', () => {
  expect(placeIn({ 0: 'near', 1: 'less near' })).toBeUndefined();
  expect(placeIn({ 0: 'all', 1: 'also all' })).toBeUndefined();
  expect(placeIn({ 0: 'all', 50: 'less near' })).toBeUndefined();
});
