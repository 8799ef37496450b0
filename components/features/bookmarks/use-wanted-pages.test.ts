import { expect, test } from 'vitest';
import { pagesAround, withPage } from '@/components/features/bookmarks/use-row-pages';

test('the top of a list needs its first page, and the next one near its end', () => {
  expect(pagesAround(0, 14, 100_000)).toEqual([1]);
  expect(pagesAround(20, 34, 100_000)).toEqual([1, 2]);
});

test('the middle needs the visible pages, and the first one for the total', () => {
  expect(pagesAround(5_030, 5_044, 100_000)).toEqual([1, 101, 102]);
  expect(pagesAround(5_000, 5_014, 100_000)).toEqual([1, 100, 101]);
});

test('no page after the end is requested', () => {
  expect(pagesAround(99_985, 99_999, 100_000)).toEqual([1, 2000]);
  expect(pagesAround(0, 0, 0)).toEqual([1]);
});

test('the page of a pinned row stays among them, as long as it exists', () => {
  expect(withPage([1, 101, 102], 3, 100_000)).toEqual([1, 3, 101, 102]);
  expect(withPage([1, 2], 2, 100_000)).toEqual([1, 2]);
  expect(withPage([1, 2], null, 100_000)).toEqual([1, 2]);
  expect(withPage([1, 2], 4, 150)).toEqual([1, 2]);
});
