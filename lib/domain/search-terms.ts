import { quoteLexeme } from '@/lib/domain/search-words';

/** Codes of the fields in the index: title, tags, host, description and address, notes. */
export const fieldCodes = 'tghxn';

const longestFirst = (a: string, b: string): number => b.length - a.length;
const wordsMax = 64;

/** Returns distinct words; if there are more than `most`, the longest ones, in original order. */
export function limitWords(words: readonly string[], most = wordsMax): string[] {
  const distinct = [...new Set(words)];
  if (distinct.length <= most) return distinct;
  const longest = new Set([...distinct].sort(longestFirst).slice(0, most));
  return distinct.filter((word) => longest.has(word));
}

/**
 * Returns a `tsquery` in PostgreSQL notation for a word in one of the fields with the given codes. Too many words begin
 * with a single letter, so it is never a prefix.
 */
export const wordExpression = (word: string, codes: string, isPrefix: boolean): string =>
  [...codes].map((code) => quoteLexeme(code + word) + (isPrefix && word.length > 1 ? ':*' : '')).join('|');
