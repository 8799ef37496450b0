import { expect, test } from 'vitest';
import { countsOf, firstClosest, formOf, hasMatches, missingWords, type Ranked } from '@/lib/api/closeness';
import { samplePagination } from '@/lib/api/testing/samples';
import type { SearchMatch } from '@/lib/contract/search';

const query = { text: '', chips: [], words: [], parsed: true, closest: false, dropped: [], droppedWords: [] };
const ranked = (total: number, rest: Partial<Ranked> = {}): Ranked => ({
  bookmarks: [],
  pagination: samplePagination(total),
  query,
  ...rest,
});

test('the closest matches begin at the first score below 1', () => {
  expect(firstClosest({ scores: [3, 1, 0.99, 0.2] })).toBe(2);
  expect(firstClosest({ scores: [0.5] })).toBe(0);
  expect(firstClosest({ scores: [3, 1] })).toBeNull();
  expect(firstClosest({ scores: [] })).toBeNull();
  expect(firstClosest({})).toBeNull();
});

test('the total is split into matches and the closest ones', () => {
  expect(countsOf(ranked(12, { full: 2 }))).toEqual({ full: 2, closest: 10, isEstimated: false });
  expect(countsOf(ranked(12))).toEqual({ full: 12, closest: 0, isEstimated: false });
  expect(hasMatches(ranked(12, { full: 0 }))).toBe(false);
  expect(hasMatches(ranked(12, { full: 1 }))).toBe(true);
  expect(hasMatches(ranked(12, { query: { ...query, closest: true } }))).toBe(false);
});

test('missing words are those that nothing was found for, as typed', () => {
  const words = [
    { text: 'acao', found: [] },
    { text: 'rust', found: ['rust'] },
  ];
  expect(missingWords('(Ação) rust', { ...query, words })).toEqual(['Ação']);
  expect(missingWords('anything', { ...query, words, droppedWords: ['else'] })).toEqual(['else']);
});

test('a word form is named if the typed words cannot be marked', () => {
  const match: SearchMatch = { uuid: 'a', field: 'title', snippet: null };
  expect(formOf({ ...match, form: 'meaning', words: ['couch'] })).toBe('meaning');
  expect(formOf({ ...match, form: 'typo', words: ['python'] })).toBe('typo');
  expect(formOf({ ...match, form: 'inflected', words: ['trains'] })).toBeNull();
  expect(formOf(match)).toBeNull();
});
