import type { Database } from '@/provider/db/client';
import {
  findRanked,
  type RankedHits,
  type RankedPlace,
  type RankedRange,
  type RankedSearch,
} from '@/provider/modules/search/find-ranked';
import type { Hit } from '@/provider/modules/query/term';
import type { SearchScope } from '@/provider/modules/search/scope';
import { termConjuncts } from '@/provider/modules/query/term';

/** Positions at which a list of results continues: in its whole scope, or in the current space and in the others. */
export type Places = readonly (RankedPlace | null)[];

export interface FoundEverywhere {
  hits: Hit[];
  hasMore: boolean;
  total: number;
  places: Places;
}

/**
 * Finds the hits of a search from the best tier down; in each tier those of the current space come first. One space, or
 * a requested order, needs a single search. Otherwise the current space and all others are searched separately, because
 * each has its own index ranges, and the two lists are merged.
 */
export async function findEverywhere(
  db: Database,
  search: RankedSearch,
  {
    currentSpaceId,
    skipped,
    limit,
    places,
  }: Omit<RankedRange, 'place'> & { currentSpaceId: string; places: Places | null },
): Promise<FoundEverywhere> {
  const { prepared } = search;
  const isSorted = prepared.sort !== null && prepared.sort !== 'relevance';
  const scopes = isSorted ? [search.scope] : splitScope(search, currentSpaceId);
  const [only, ...others] = scopes;
  if (only === undefined || others.length === 0) {
    const scope = only ?? { ...search.scope, size: 0 };
    const found = await findRanked(db, { ...search, scope }, { skipped, limit, place: places?.[0] ?? null });
    const last = found.hits.at(-1);
    return { ...found, places: [last ? placeAfter(found, last, found.shown) : null] };
  }
  return merge(db, { ...search, scopes }, { skipped, limit, places: places ?? [] });
}

/** Splits a scope into the current space and the others, without spaces excluded by a collection of the query. */
function splitScope({ scope, prepared }: RankedSearch, currentSpaceId: string): SearchScope[] {
  const allowed = termConjuncts(prepared.term).reduce<readonly string[]>((ids, term) => {
    if (term.kind !== 'in') return ids;
    const spaces = new Set(term.collectionIds.map((id) => prepared.spaceOf.get(id)));
    return spaces.has(undefined) ? ids : ids.filter((id) => spaces.has(id));
  }, scope.spaceIds);
  const parts = [
    allowed.filter((id) => id === currentSpaceId),
    allowed.filter((id) => id !== currentSpaceId),
  ];
  return parts
    .filter((ids) => ids.length > 0)
    .map((spaceIds) => ({
      ...scope,
      spaceIds,
      size: spaceIds.reduce((sum, id) => sum + (scope.sizes.get(id) ?? 0), 0),
    }));
}

const placeAfter = ({ total, sample }: RankedHits, place: Hit, shown: number): RankedPlace => ({
  place,
  total,
  shown,
  sample,
});

async function merge(
  db: Database,
  { scopes, prepared, searchesPages }: Omit<RankedSearch, 'scope'> & { scopes: readonly SearchScope[] },
  { skipped, limit, places }: { skipped: number; limit: number; places: Places },
): Promise<FoundEverywhere> {
  const before = places.reduce((sum, place) => sum + (place?.shown ?? 0), 0);
  const most = prepared.limit ?? Number.POSITIVE_INFINITY;
  const end = Math.min(skipped + limit, Math.max(0, most - before));
  const unlimited = { ...prepared, limit: null };
  const found = await Promise.all(
    scopes.map((scope, part) =>
      findRanked(
        db,
        { scope, prepared: unlimited, searchesPages },
        { skipped: 0, limit: skipped + limit, place: places[part] ?? null },
      ),
    ),
  );
  const merged = found
    .flatMap(({ hits }, part) => hits.map((hit) => ({ hit, part })))
    // The sort is stable: within a tier, the current space comes first.
    .toSorted((one, other) => one.hit.tier - other.hit.tier);
  const taken = merged.slice(0, end);
  const total = Math.min(
    found.reduce((sum, part) => sum + part.total, 0),
    most,
  );
  return {
    hits: taken.slice(skipped).map(({ hit }) => hit),
    hasMore: before + end < most && (merged.length > end || found.some(({ hasMore }) => hasMore)),
    total,
    places: found.map((ranked, part) => {
      const own = taken.filter((one) => one.part === part);
      const last = own.at(-1);
      const previous = places[part] ?? null;
      return last ? placeAfter(ranked, last.hit, (previous?.shown ?? 0) + own.length) : previous;
    }),
  };
}
