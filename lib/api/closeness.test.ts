import { expect, test } from 'vitest';
import { countsOf, firstClosest, formOf, hasMatches, type Ranked, scoresOf } from '@/lib/api/closeness';
import { sampleBookmark, samplePagination } from '@/lib/api/testing/samples';
import type { SearchMatch } from '@/lib/contract/search';

const query: Ranked['query'] = {
  text: '',
  chips: [],
  words: [],
  parsed: true,
  closest: false,
  dropped: [],
  droppedWords: [],
  estimated: false,
};
const ranked = (total: number, rest: Partial<Ranked> = {}): Ranked => ({
  bookmarks: [],
  scores: [],
  full: total,
  pagination: samplePagination(total),
  query,
  ...rest,
});

const bookmarks = ['a', 'b', 'c'].map((name) => sampleBookmark(name));

test('the closest matches begin at the first score below 1', () => {
  const startOf = (scores: number[]) => firstClosest(ranked(3, { bookmarks, scores }));
  expect(startOf([2, 1, 0.99])).toBe(2);
  expect(startOf([0.5, 0.4, 0.4])).toBe(0);
  expect(startOf([2, 1, 1])).toBeNull();
  expect(firstClosest(ranked(0))).toBeNull();
});

test('in a requested order, which has no scores, they begin after the full matches', () => {
  expect(firstClosest(ranked(3, { bookmarks, full: 1 }))).toBe(1);
  expect(firstClosest(ranked(3, { bookmarks, full: 0 }))).toBe(0);
  expect(firstClosest(ranked(3, { bookmarks }))).toBeNull();
  const after = (full: number) =>
    firstClosest(ranked(70, { bookmarks, full, pagination: samplePagination(70, { page: null }) }));
  expect(after(10)).toBe(0);
  expect(after(70)).toBeNull();
  expect([...scoresOf(ranked(3, { bookmarks, full: 1 })).values()]).toEqual([1, 0, 0]);
});

test('the total is split into matches and the closest ones', () => {
  expect(countsOf(ranked(12, { full: 2 }))).toEqual({ full: 2, closest: 10, isEstimated: false });
  expect(countsOf(ranked(12))).toEqual({ full: 12, closest: 0, isEstimated: false });
  expect(countsOf(ranked(11, { full: 12 }))).toEqual({ full: 11, closest: 0, isEstimated: false });
  expect(hasMatches(ranked(12, { full: 0 }))).toBe(false);
  expect(hasMatches(ranked(12, { full: 1 }))).toBe(true);
});

test('a word form is named if the typed words cannot be marked', () => {
  const match: SearchMatch = { uuid: 'a', field: 'title', snippet: null, form: 'exact', words: [] };
  expect(formOf({ ...match, form: 'meaning', words: ['couch'] })).toBe('meaning');
  expect(formOf({ ...match, form: 'typo', words: ['python'] })).toBe('typo');
  expect(formOf({ ...match, form: 'inflected', words: ['trains'] })).toBeNull();
  expect(formOf(match)).toBeNull();
});
