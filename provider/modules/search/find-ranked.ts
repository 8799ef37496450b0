import { bookmarkTiers } from '@/lib/domain/search-terms';
import type { Database } from '@/provider/db/client';
import { pageTier } from '@/provider/modules/query/compile-term';
import { divideConditions } from '@/provider/modules/search/expressions';
import { findHits, type Hits } from '@/provider/modules/search/find-hits';
import type { Hit } from '@/provider/modules/query/term';
import { orderings, type Ordering } from '@/provider/modules/search/expressions';
import {
  findFewPageHits,
  findHitsAndPages,
  findPageHits,
  type PageSearch,
} from '@/provider/modules/search/page-hits';
import type { PreparedQuery } from '@/provider/modules/query/prepare-query';
import type { Sample } from '@/provider/modules/search/plan';
import { narrowScope, type SearchScope } from '@/provider/modules/search/scope';

export interface RankedSearch {
  scope: SearchScope;
  prepared: PreparedQuery;
  /** Whether the texts of pages are searched. */
  searchesPages: boolean;
}

/** State that continues a list: its last hit, and the total and the sample of the first page. */
export interface RankedPlace {
  place: Hit;
  total: number;
  /** Number of hits up to and including this one. */
  shown: number;
  sample: Sample;
}

export interface RankedRange {
  skipped: number;
  limit: number;
  place: RankedPlace | null;
}

export interface RankedHits {
  hits: Hit[];
  hasMore: boolean;
  total: number;
  shown: number;
  sample: Sample;
}

const noSample: Sample = { looked: 0, size: 0, words: [], tiers: [] };
const everyTier = Array.from({ length: bookmarkTiers }, (_, index) => index + 1);

/** Finds the hits of a search in order, up to the limit of the query. */
export async function findRanked(
  db: Database,
  search: RankedSearch,
  { skipped, limit, place }: RankedRange,
): Promise<RankedHits> {
  const most = search.prepared.limit ?? Number.POSITIVE_INFINITY;
  const before = place?.shown ?? skipped;
  const wanted = Math.max(0, Math.min(limit, most - before));
  const found = await findMore(db, search, { skipped, limit: wanted + 1, place });
  const hits = found.hits.slice(0, wanted);
  const shown = before + hits.length;
  return {
    hits,
    hasMore: found.hits.length > wanted && shown < most,
    total: Math.min(Math.max(found.total, hits.length === 0 ? 0 : shown), most),
    shown,
    sample: found.sample,
  };
}

function findMore(db: Database, search: RankedSearch, range: RankedRange): Promise<Hits> {
  const { prepared, scope } = search;
  if (scope.size === 0) return Promise.resolve({ hits: [], total: 0, sample: noSample });
  const isRanked = prepared.sort === null || prepared.sort === 'relevance';
  return isRanked ? findByRank(db, search, range) : findSorted(db, search, range);
}

/** Finds hits from the best tier down; hits by page text come after all others. */
async function findByRank(
  db: Database,
  { scope: whole, prepared, searchesPages }: RankedSearch,
  { skipped, limit, place }: RankedRange,
): Promise<Hits> {
  const { scope, conjuncts } = narrowScope(whole, prepared.term, true);
  const tiers = prepared.hasWords ? everyTier : [bookmarkTiers];
  const conditions = divideConditions(conjuncts, { tiers, granted: [], ...prepared });
  const pages: PageSearch | null = searchesPages ? { scope, conjuncts, prepared } : null;
  const task = { scope, conditions, ordering: null };
  if (place !== null) {
    const isOnPages = place.place.tier === pageTier;
    const found = isOnPages
      ? { hits: [], total: place.total, sample: place.sample }
      : await findHits(db, task, { skipped, limit, continuation: place });
    const rest = limit - found.hits.length;
    if (pages === null || rest === 0) return found;
    const more = await findPageHits(db, pages, { place: isOnPages ? place.place : null, limit: rest });
    return { ...found, hits: [...found.hits, ...more.hits] };
  }
  const [found, more] = await Promise.all([
    findHits(db, task, { skipped, limit, continuation: null }),
    pages && findPageHits(db, pages, { place: null, limit: skipped + limit }),
  ]);
  if (more === null) return found;
  const left = found.hits.length === 0 ? Math.max(0, skipped - found.total) : 0;
  const hits = [...found.hits, ...more.hits.slice(left)].slice(0, limit);
  return { ...found, hits, total: found.total + more.total };
}

/** Finds hits in the requested order, whether by bookmark or by page text. */
async function findSorted(
  db: Database,
  { scope: whole, prepared, searchesPages }: RankedSearch,
  range: RankedRange,
): Promise<Hits> {
  const ordering = orderingOf(prepared);
  const { scope, conjuncts } = narrowScope(whole, prepared.term, ordering.keys[0]?.sql === 'b.created_at');
  const search: PageSearch = { scope, conjuncts, prepared };
  const pages = searchesPages ? await findFewPageHits(db, search) : [];
  if (pages === null) return findSortedWithPages(db, search, ordering, range);
  const granted = pages.map(({ id }) => id);
  const conditions = divideConditions(conjuncts, { tiers: [bookmarkTiers], granted, ...prepared });
  const { skipped, limit, place } = range;
  return findHits(db, { scope, conditions, ordering }, { skipped, limit, continuation: place });
}

/** Number of hits by page text from which the total is estimated. */
const estimatedBy = 30;

/** Finds sorted hits if many of them match by page text. The total is that of the same search without an order. */
async function findSortedWithPages(
  db: Database,
  search: PageSearch,
  ordering: Ordering,
  { skipped, limit, place }: RankedRange,
): Promise<Hits> {
  if (place !== null) {
    const hits = await findHitsAndPages(db, search, ordering, { place: place.place, limit });
    return { hits, total: place.total, sample: place.sample };
  }
  const { scope, conjuncts, prepared } = search;
  const conditions = divideConditions(conjuncts, { tiers: [bookmarkTiers], granted: [], ...prepared });
  const first = { skipped: 0, limit: 1, continuation: null };
  const [hits, found, pages] = await Promise.all([
    findHitsAndPages(db, search, ordering, { place: null, limit: skipped + limit }),
    findHits(db, { scope, conditions, ordering: orderings.newest }, first),
    findPageHits(db, search, { place: null, limit: estimatedBy }),
  ]);
  return { hits: hits.slice(skipped), total: found.total + pages.total, sample: found.sample };
}

function orderingOf({ sort }: PreparedQuery): Ordering {
  return sort === null || sort === 'relevance' ? orderings.newest : orderings[sort];
}
