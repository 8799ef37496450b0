import type { SearchMatch, SearchResult } from '@/lib/contract/search';

/** The parts of a result that tell matches of the whole query from the closest ones, which follow them. */
export type Ranked = Pick<SearchResult, 'bookmarks' | 'pagination' | 'scores' | 'full' | 'query'>;

/** Returns the index of the first bookmark that matches the query only in part; null if there is none. */
export function firstClosest({ scores }: Pick<Ranked, 'scores'>): number | null {
  const index = scores.findIndex((score) => score < 1);
  return index === -1 ? null : index;
}

/** Returns the score of each bookmark by its uuid. */
export const scoresOf = ({ bookmarks, scores }: Pick<Ranked, 'bookmarks' | 'scores'>): Map<string, number> =>
  new Map(bookmarks.map(({ uuid }, index) => [uuid, scores[index] ?? 1]));

/** Whether there are matches of the whole query, which a smart collection with it would contain. */
export const hasMatches = ({ full }: Pick<Ranked, 'full'>): boolean => full > 0;

interface Counts {
  /** Number of bookmarks that match everything. */
  readonly full: number;
  /** Number of closest ones listed after them. */
  readonly closest: number;
  readonly isEstimated: boolean;
}

export function countsOf({
  pagination: { total },
  full,
  query,
}: Pick<Ranked, 'pagination' | 'full' | 'query'>): Counts {
  return { full, closest: Math.max(0, total - full), isEstimated: query.estimated };
}

/** Returns how the words matched, if that is not visible in the marked text: they differ from the typed ones. */
export function formOf({ form, words }: SearchMatch): 'meaning' | 'typo' | null {
  return words.length > 0 && (form === 'meaning' || form === 'typo') ? form : null;
}
