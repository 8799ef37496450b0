import type { SearchMatch, SearchResult } from '@/lib/contract/search';

/** The parts of a result that tell matches of the whole query from the closest ones, which follow them. */
export type Ranked = Pick<SearchResult, 'bookmarks' | 'pagination' | 'scores' | 'full' | 'query'>;

type Scored = Pick<Ranked, 'bookmarks' | 'pagination' | 'scores' | 'full'>;

/** Returns the index of the first bookmark that matches the query only in part; null if there is none. */
export function firstClosest(result: Scored): number | null {
  const index = result.bookmarks.findIndex((_, place) => scoreAt(result, place) < 1);
  return index === -1 ? null : index;
}

/** Returns the score of each bookmark by its uuid. */
export const scoresOf = (result: Scored): Map<string, number> =>
  new Map(result.bookmarks.map(({ uuid }, index) => [uuid, scoreAt(result, index)]));

/** The score of a bookmark. In a requested order there are none; the closest ones follow the full matches there too. */
function scoreAt({ scores, full, pagination: { page, size, total } }: Scored, index: number): number {
  // Closest ones begin on the first page, so those after a cursor are all of one kind.
  const place = page === null ? total : (page - 1) * size + index;
  return scores[index] ?? (place < full || full >= total ? 1 : 0);
}

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
  // A deleted row leaves the total at once, and the number of full matches with the next response.
  return { full: Math.min(full, total), closest: Math.max(0, total - full), isEstimated: query.estimated };
}

/** Returns how the words matched, if that is not visible in the marked text: they differ from the typed ones. */
export function formOf({ form, words }: SearchMatch): 'meaning' | 'similar' | 'typo' | null {
  // The bookmark as a whole is similar to the query.
  if (form === 'meaning' && words.length === 0) return 'similar';
  return words.length > 0 && (form === 'meaning' || form === 'typo') ? form : null;
}
