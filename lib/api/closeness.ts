import type { SearchMatch, SearchResult } from '@/lib/contract/search';
import { foldText } from '@/lib/domain/search-words';

/** The parts of a result that tell matches of the whole query from the closest ones, which follow them. */
export interface Ranked extends Pick<SearchResult, 'bookmarks' | 'pagination'> {
  /** One per bookmark, descending: from 1 on it matches everything; empty if all do. */
  readonly scores?: readonly number[];
  /** How many match everything; without it, all do. */
  readonly full?: number;
  readonly query: SearchResult['query'] & {
    /** Whether the number of results is an estimate. */
    readonly estimated?: boolean;
  };
}

/** Returns the index of the first bookmark that matches the query only in part; null if there is none. */
export function firstClosest({ scores = [] }: Pick<Ranked, 'scores'>): number | null {
  const index = scores.findIndex((score) => score < 1);
  return index === -1 ? null : index;
}

/** Returns the score of each bookmark by its uuid. */
export const scoresOf = ({
  bookmarks,
  scores = [],
}: Pick<Ranked, 'bookmarks' | 'scores'>): Map<string, number> =>
  new Map(bookmarks.map(({ uuid }, index) => [uuid, scores[index] ?? 1]));

/** Whether there are matches of the whole query, which a smart collection with it would contain. */
export const hasMatches = (result: Ranked): boolean =>
  result.full === undefined ? !result.query.closest : countsOf(result).full > 0;

interface Counts {
  /** Number of bookmarks that match everything. */
  readonly full: number;
  /** Number of closest ones listed after them. */
  readonly closest: number;
  readonly isEstimated: boolean;
}

export function countsOf({ pagination: { total }, full = total, query }: Ranked): Counts {
  return { full, closest: Math.max(0, total - full), isEstimated: query.estimated === true };
}

/** Returns the words of a text that no bookmark has, as typed. */
export function missingWords(text: string, { words, droppedWords }: SearchResult['query']): string[] {
  if (droppedWords.length > 0) return droppedWords;
  const typed = new Map(text.split(/[^\p{L}\p{N}\p{M}]+/u).map((word) => [foldText(word), word] as const));
  return words.flatMap(({ text: word, found }) => (found.length === 0 ? [typed.get(word) ?? word] : []));
}

/** Where a bookmark matched, and how. */
export interface Match extends SearchMatch {
  /** How the words matched; without it, as typed. */
  readonly form?: 'exact' | 'inflected' | 'part' | 'typo' | 'meaning';
  /** The words of the bookmark that matched. */
  readonly words?: readonly string[];
}

/** Returns how the words matched, if that is not visible in the marked text: they differ from the typed ones. */
export function formOf({ form, words = [] }: Match): 'meaning' | 'typo' | null {
  return words.length > 0 && (form === 'meaning' || form === 'typo') ? form : null;
}
