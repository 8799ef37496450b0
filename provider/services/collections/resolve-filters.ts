import type { RequestContext } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import type { BookmarkFilters, Gathered } from '@/provider/services/bookmarks/list-filters';
import type { Chosen } from '@/provider/services/bulk/selection';
import type { CollectionRecord } from '@/provider/services/collections/collection-record';
import { prepareSmart } from '@/provider/services/collections/smart-query';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

/** Where somebody reads from: what `today` means depends on it. */
export type Reader = Pick<RequestContext, 'timeZone'>;

const findSmart = {
  name: 'smart-collection-in-space',
  text: 'select smart from collections where id = $1 and space_id = $2',
};

/**
 * Filters of a list in a space, with what the collection gathers where it is a smart one. Throws NOT_FOUND for a
 * collection that is not of the space.
 */
export async function resolveFilters<F extends BookmarkFilters>(
  deps: Deps,
  spaceId: string,
  filters: F,
  reader: Reader,
): Promise<F> {
  if (filters.collection === undefined) return filters;
  const { rows } = await deps.db.$client.query<Pick<CollectionRecord, 'smart'>>({
    ...findSmart,
    values: [filters.collection, spaceId],
  });
  const [collection] = rows;
  if (!collection) throw new Problem('NOT_FOUND');
  return { ...filters, gathered: await gatheredBy(deps, { spaceId, ...collection }, reader) };
}

/** What a collection gathers by itself; undefined for one that holds what was put into it. */
export async function gatheredBy(
  { db, clock }: Deps,
  { spaceId, smart }: Pick<CollectionRecord, 'spaceId' | 'smart'>,
  { timeZone }: Reader,
): Promise<Gathered | undefined> {
  return smart === null ? undefined : prepareSmart(db, spaceId, smart.query, { now: clock(), timeZone });
}

/** A choice of bookmarks, with the filters of its list resolved. Throws as they do. */
export async function resolveChosen(
  deps: Deps,
  spaceId: string,
  { uuids, query }: Chosen,
  reader: Reader,
): Promise<Chosen> {
  return { uuids, query: query && (await resolveFilters(deps, spaceId, query, reader)) };
}
