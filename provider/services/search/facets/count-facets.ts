import type { SearchFacets } from '@/lib/contract/schemas/search';
import type { Database } from '@/provider/db/client';
import {
  countedHits,
  facetStatement,
  shareStatement,
} from '@/provider/services/search/facets/facet-statement';
import type { Statement } from '@/provider/services/search/hit';
import type { PreparedQuery } from '@/provider/services/search/prepare-query';
import { runBounded } from '@/provider/services/search/run-bounded';
import type { SearchScope } from '@/provider/services/search/search-scope';

interface CountRequest {
  query: PreparedQuery;
  timeZone: string;
  /** The texts of pages are searched. */
  hasPageTexts: boolean;
}

type Counts = Omit<SearchFacets, 'exact'>;

const sampleSize = 1_000;
/** What the numbers of more hits are told from: two digits need no more, and each costs some microseconds. */
const estimatedFrom = 10_000;
const lookedMax = 50_000;

/**
 * What a query can be narrowed to. Up to 20,000 hits are counted one by one; of more, those among the newest bookmarks,
 * and the numbers are told to two digits as if all were like them.
 */
export async function countFacets(
  db: Database,
  scope: SearchScope,
  request: CountRequest,
): Promise<SearchFacets> {
  const share = scope.size <= countedHits ? 0 : await readShare(db, scope, request.query);
  if (share * scope.size <= countedHits) {
    const { total, ...counts } = await count(db, scope, { ...request, looked: null });
    if (total <= countedHits) return { ...counts, exact: true };
  }
  const looked = Math.min(scope.size, lookedMax, Math.ceil(estimatedFrom / Math.max(share, 1 / sampleSize)));
  const { total: _, ...counts } = await count(db, scope, { ...request, looked });
  return looked === scope.size ? { ...counts, exact: true } : scale(counts, scope.size / looked);
}

/** How many of the newest bookmarks are hits, of all of them. */
async function readShare(db: Database, scope: SearchScope, query: PreparedQuery): Promise<number> {
  const { hits } = await readRow<{ hits: number }>(db, shareStatement(scope, query, sampleSize));
  return hits / sampleSize;
}

const count = (
  db: Database,
  scope: SearchScope,
  request: Parameters<typeof facetStatement>[1],
): Promise<Counts & { total: number }> => readRow(db, facetStatement(scope, request));

function scale(facets: Counts, factor: number): SearchFacets {
  const each = <Entry extends { count: number }>(entries: readonly Entry[]): Entry[] =>
    entries.map((entry) => ({ ...entry, count: Number((entry.count * factor).toPrecision(2)) }));
  return {
    collections: each(facets.collections),
    tags: each(facets.tags),
    hosts: each(facets.hosts),
    types: each(facets.types),
    years: each(facets.years),
    exact: false,
  };
}

async function readRow<Row>(db: Database, statement: Statement): Promise<Row> {
  const [row] = await runBounded<Row>(db, statement);
  if (row === undefined) throw new Error('a statement that counts answered no row');
  return row;
}
