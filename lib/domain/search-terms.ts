import { quoteLexeme } from '@/lib/domain/search-words';

/** Fields of each rank tier: all words in the title; in title or tags; in those or the host; anywhere. */
export const searchTiers = ['t', 'tg', 'tgh', 'tghxn'] as const;

/** Number of tiers of bookmark fields: those of {@link searchTiers}, and one for matched variants. */
export const bookmarkTiers = searchTiers.length + 1;

const longestFirst = (a: string, b: string): number => b.length - a.length;
const wordsMax = 64;

/** Returns distinct words; if there are more than 64, the longest ones, in original order. */
export function limitWords(words: readonly string[]): string[] {
  const distinct = [...new Set(words)];
  if (distinct.length <= wordsMax) return distinct;
  const longest = new Set([...distinct].sort(longestFirst).slice(0, wordsMax));
  return distinct.filter((word) => longest.has(word));
}

/** Returns a `tsquery` in PostgreSQL notation for a word in one of the fields with the given codes. */
export const wordExpression = (word: string, codes: string, isPrefix: boolean): string =>
  [...codes].map((code) => quoteLexeme(code + word) + (isPrefix ? ':*' : '')).join('|');
