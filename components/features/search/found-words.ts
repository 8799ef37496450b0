import type { SearchResult } from '@/lib/contract/schemas/search';

/**
 * What is marked in the results: the words of the query, and those of the library that they were taken for. Of a word
 * that holds what was typed, only that is marked.
 */
export const foundWords = (result: Pick<SearchResult, 'query'> | undefined): readonly string[] => [
  ...new Set(
    result?.query.words.flatMap(({ text, found }) => [text, ...found.filter((one) => !one.includes(text))]),
  ),
];
