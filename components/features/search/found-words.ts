import type { QueryWord } from '@/lib/domain/query/explain/find-word';

/**
 * What is marked in the results: the words of the query, and those of the library that they were taken for. Of a word
 * that holds what was typed, only that is marked.
 */
export const foundWords = (words: readonly QueryWord[] = []): readonly string[] => [
  ...new Set(words.flatMap(({ text, found }) => [text, ...found.filter((one) => !one.includes(text))])),
];
