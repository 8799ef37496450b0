import { expect, test } from 'vitest';
import { countsOf, firstClosest, formOf, hasMatches, type Ranked } from '@/lib/api/closeness';
import { samplePagination } from '@/lib/api/testing/samples';
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

test('the closest matches begin at the first score below 1', () => {
  expect(firstClosest({ scores: [3, 1, 0.99, 0.2] })).toBe(2);
  expect(firstClosest({ scores: [0.5] })).toBe(0);
  expect(firstClosest({ scores: [3, 1] })).toBeNull();
  expect(firstClosest({ scores: [] })).toBeNull();
});

test('the total is split into matches and the closest ones', () => {
  expect(countsOf(ranked(12, { full: 2 }))).toEqual({ full: 2, closest: 10, isEstimated: false });
  expect(countsOf(ranked(12))).toEqual({ full: 12, closest: 0, isEstimated: false });
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
