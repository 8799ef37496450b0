import { splitWords } from '@/lib/domain/search-words';
import type { Parameters } from '@/provider/services/listing/parameters';

const wordsMax = 20;

/** The words of what somebody has typed; null where that is something, but no word. */
export function readWords(typed = ''): string[] | null {
  const words = [...new Set(splitWords(typed))].slice(0, wordsMax);
  return words.length === 0 && typed.trim() !== '' ? null : words;
}

/**
 * That a bookmark has each of the words somewhere in title, host or path, on `bookmarks b`. The row's index of words is
 * left alone: it also knows the words of descriptions and tags. The sort key is the folded beginning of the title. A
 * word holds no sign that means anything in a pattern.
 */
export function shownWords(words: readonly string[] | null, parameters: Parameters): string[] {
  if (words === null) return ['false'];
  return words.map((word) => {
    const pattern = parameters.add(`%${word}%`);
    return `(b.title_key like ${pattern} or b.domain like ${pattern} or lower(b.path collate "C") like ${pattern}
      or (char_length(b.title) > 200 and mw_fold_fast(b.title) like ${pattern}))`;
  });
}
