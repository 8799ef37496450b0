import type { Queryable } from '@/provider/db/transaction';
import { Problem } from '@/provider/problem';
import { filterConditions, type BookmarkFilters } from '@/provider/services/bookmarks/list-filters';
import type { Parameters } from '@/provider/services/listing/parameters';

/** Which bookmarks of a space a call is about: the named ones, or all of a list. */
export interface Chosen {
  uuids?: readonly string[] | undefined;
  query?: (BookmarkFilters & { except?: readonly string[] | undefined }) | undefined;
}

/** The conditions on `bookmarks b` that a choice stands for. */
export type Selection = (parameters: Parameters) => string[];

const countNamed = {
  name: 'count-named-bookmarks',
  text: 'select count(*)::integer as found from bookmarks where space_id = $1 and id = any ($2::uuid[])',
};

const findCollections = {
  name: 'count-named-collections',
  text: 'select count(*)::integer as found from collections where space_id = $1 and id = any ($2::uuid[])',
};

async function requireAll(
  tx: Queryable,
  statement: { name: string; text: string },
  spaceId: string,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await tx.query<{ found: number }>({ ...statement, values: [spaceId, ids] });
  if (rows[0]?.found !== new Set(ids).size) throw new Problem('NOT_FOUND');
}

/** Throws NOT_FOUND unless each is a collection of the space. */
export const requireCollections = (tx: Queryable, spaceId: string, ids: readonly string[]): Promise<void> =>
  requireAll(tx, findCollections, spaceId, ids);

/** Throws NOT_FOUND unless each is a bookmark of the space, in the trash or not. */
export const requireBookmarks = (tx: Queryable, spaceId: string, ids: readonly string[]): Promise<void> =>
  requireAll(tx, countNamed, spaceId, ids);

/**
 * The bookmarks of a locked space that a call chose. Throws NOT_FOUND when it names one that is not there, or a
 * collection to look in.
 */
export async function selectBookmarks(
  tx: Queryable,
  spaceId: string,
  { uuids, query }: Chosen,
): Promise<Selection> {
  if (uuids !== undefined) {
    await requireBookmarks(tx, spaceId, uuids);
    return (parameters) => [
      `b.space_id = ${parameters.add(spaceId)}`,
      `b.id = any (${parameters.add(uuids)}::uuid[])`,
    ];
  }
  const { except = [], ...filters } = query ?? {};
  if (filters.collection !== undefined) await requireCollections(tx, spaceId, [filters.collection]);
  return (parameters) => [
    ...filterConditions(spaceId, filters, parameters),
    ...(except.length === 0 ? [] : [`b.id <> all (${parameters.add(except)}::uuid[])`]),
  ];
}
