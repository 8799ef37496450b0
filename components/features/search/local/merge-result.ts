import type { LocalFound } from '@/components/features/search/local/load-local';
import { rankedTiers } from '@/components/features/search/search-option';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { SearchResult } from '@/lib/contract/schemas/search';

/** The answer of the service with what this device has found among it: one ranked list, counted together. */
export interface MergedResult extends SearchResult {
  /** How many of the total only this device can find. */
  readonly localTotal: number;
}

/** Bookmarks stay sealed here; of the words that were found only the reasons speak. */
export function mergeResult(result: SearchResult, found: LocalFound | null): MergedResult {
  if (found === null) return { ...result, localTotal: 0 };
  const { pagination } = result;
  const tiers = new Map(result.bookmarks.map(({ uuid }, index) => [uuid, result.tiers[index] ?? 1]));
  const ranks = rankedTiers(result);
  const { rows, total } = found.mergeRows(
    { total: pagination.total, rows: new Map(result.bookmarks.entries()) },
    found,
    ({ uuid }) => ranks.get(uuid) ?? 1,
  );
  const bookmarks: Bookmark[] = [];
  for (let row = rows.get(0); row !== undefined; row = rows.get(bookmarks.length)) bookmarks.push(row);
  return {
    ...result,
    bookmarks,
    tiers: bookmarks.map(({ uuid }) => tiers.get(uuid) ?? 1),
    matches: [...result.matches, ...bookmarks.flatMap(({ uuid }) => found.explain(uuid) ?? [])],
    pagination: { ...pagination, total },
    query: {
      ...result.query,
      words: found.words.map(({ text, found: meant }) => ({ text, found: [...meant] })),
    },
    suggestion: total > result.pagination.total ? null : result.suggestion,
    localTotal: total - pagination.total,
  };
}
