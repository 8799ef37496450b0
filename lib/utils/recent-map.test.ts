import { expect, test } from 'vitest';
import { RecentMap } from '@/lib/utils/recent-map';

test('lets go of what was not asked for the longest, and of no more', () => {
  const map = new RecentMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
});

test('keeps the latest value of a key, and forgets what is deleted', () => {
  const map = new RecentMap<string, number>(2);
  map.set('a', 1);
  map.set('a', 2);
  map.set('b', 3);
  expect([map.get('a'), map.get('b')]).toEqual([2, 3]);
  map.delete('a');
  expect(map.get('a')).toBeUndefined();
});
