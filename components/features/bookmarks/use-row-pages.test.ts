import { expect, test } from 'vitest';
import { pagesAround, titlePollMs, withPage } from '@/components/features/bookmarks/use-row-pages';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const saved = { title: '', url: 'https://a.example/', createdAt: '2026-11-20T11:59:30.000Z' };

test.each([
  ['just saved without a title', saved, 2_000],
  ['with a title', { ...saved, title: 'A' }, false],
  ['encrypted', { ...saved, title: null, url: null }, false],
  ['not of the web', { ...saved, url: 'javascript:void(0)' }, false],
  ['untitled for an hour', { ...saved, createdAt: '2026-11-20T11:00:00.000Z' }, 64_000],
  ['untitled for three hours', { ...saved, createdAt: '2026-11-20T09:00:00.000Z' }, false],
])('a list with a bookmark %s is polled accordingly', (_, bookmark, expected) => {
  expect(titlePollMs({ content: [{ ...saved, title: 'B' }, bookmark] }, now)).toBe(expected);
  expect(titlePollMs({ bookmarks: [bookmark] }, now)).toBe(expected);
});

test('a list is polled as often as its latest bookmark without a title needs', () => {
  const old = { ...saved, createdAt: '2026-11-20T11:00:00.000Z' };
  expect(titlePollMs({ content: [old, saved] }, now)).toBe(2_000);
});

test('the interval stays the same from one render to the next, or it would start again and never end', () => {
  const page = { content: [{ ...saved, createdAt: '2026-11-20T11:55:00.000Z' }] };
  expect(titlePollMs(page, now)).toBe(8_000);
  expect(titlePollMs(page, now + 1)).toBe(8_000);
});

test('a list that is not loaded yet is not polled', () => expect(titlePollMs(undefined, now)).toBe(false));

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
