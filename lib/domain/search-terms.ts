import { quoteLexeme, splitWords } from '@/lib/domain/search-words';

/** How well a bookmark answers: all words in the title; in title or tags; in those or the host; anywhere. */
export const searchTiers = ['t', 'tg', 'tgh', 'tghx'] as const;

const longestFirst = (a: string, b: string): number => b.length - a.length;
const wordsMax = 64;

/**
 * The different words of a query, folded as the index folds them; every one has to be found, at the beginning of a
 * word. Of more than 64 the longest count. A query without a letter, digit or emoji has none and finds nothing.
 */
export function searchTerms(query: string): string[] {
  const words = [...new Set(splitWords(query))];
  return words.length <= wordsMax ? words : words.sort(longestFirst).slice(0, wordsMax);
}

/** A `tsquery` in PostgreSQL's own notation: each of the words in one of the fields whose codes are given. */
export const searchExpression = (words: readonly string[], codes: string): string =>
  words.map((word) => `(${[...codes].map((code) => `${quoteLexeme(code + word)}:*`).join('|')})`).join('&');
