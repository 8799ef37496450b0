import { quoteLexeme, splitWords } from '@/lib/domain/search-words';

/** How well a bookmark answers: all words in the title; in title or tags; in those or the host; anywhere. */
export const searchTiers = ['t', 'tg', 'tgh', 'tghx'] as const;

/** The tiers of bookmarks by what they say: the fields of {@link searchTiers}, then words that are meant. */
export const bookmarkTiers = searchTiers.length + 1;

const longestFirst = (a: string, b: string): number => b.length - a.length;
const wordsMax = 64;

/** Of more than 64 words the longest, in the order in which they came. */
export function limitWords(words: readonly string[]): string[] {
  const different = [...new Set(words)];
  if (different.length <= wordsMax) return different;
  const kept = new Set([...different].sort(longestFirst).slice(0, wordsMax));
  return different.filter((word) => kept.has(word));
}

/**
 * The different words of a text, folded as the index folds them. Of more than 64 the longest count. A text without a
 * letter, digit or emoji has none.
 */
export const searchTerms = (text: string): string[] => limitWords(splitWords(text));

/** A word in one of the fields whose codes are given, as a `tsquery` in PostgreSQL's own notation. */
export const wordExpression = (word: string, codes: string, isPrefix: boolean): string =>
  [...codes].map((code) => quoteLexeme(code + word) + (isPrefix ? ':*' : '')).join('|');

/** A `tsquery` in PostgreSQL's own notation: each of the words in one of the fields whose codes are given. */
export const searchExpression = (words: readonly string[], codes: string): string =>
  words.map((word) => `(${wordExpression(word, codes, true)})`).join('&');
