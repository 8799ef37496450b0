import type { Place } from '@/provider/actor';
import type { Queryable } from '@/provider/db/transaction';
import { Problem } from '@/provider/problem';
import { filterConditions, type BookmarkFilters } from '@/provider/modules/bookmarks/filters';
import type { SqlParameters } from '@/provider/db/client';

/** Which bookmarks of a space a call is about: the named ones, or all of a list, the filters of which are resolved. */
export interface Chosen {
  uuids?: readonly string[] | undefined;
  query?: (BookmarkFilters & { except?: readonly string[] | undefined }) | undefined;
}

/** The conditions on `bookmarks b` that a choice stands for. */
export type Selection = (parameters: SqlParameters) => string[];

const countNamed = {
  name: 'count-named-bookmarks',
  text: `select count(*)::integer as found from bookmarks
    where account_id = $3 and space_id = $1 and id = any ($2::uuid[])`,
};

const findHolder = {
  name: 'find-holding-collection',
  text: `select smart is not null as "isSmart" from collections
    where account_id = $3 and space_id = $1 and id = $2`,
};

/** Throws NOT_FOUND unless it is a collection of the space, and SMART_COLLECTION for one that is smart. */
export async function requireHolder(tx: Queryable, { accountId, spaceId }: Place, id: string): Promise<void> {
  const { rows } = await tx.query<{ isSmart: boolean }>({ ...findHolder, values: [spaceId, id, accountId] });
  const [collection] = rows;
  if (!collection) throw new Problem('NOT_FOUND');
  if (collection.isSmart) throw new Problem('SMART_COLLECTION');
}

/** Throws NOT_FOUND unless each is a bookmark of the space, in the trash or not. */
export async function requireBookmarks(
  tx: Queryable,
  { accountId, spaceId }: Place,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await tx.query<{ found: number }>({ ...countNamed, values: [spaceId, ids, accountId] });
  if (rows[0]?.found !== new Set(ids).size) throw new Problem('NOT_FOUND');
}

/** The spaces that an account's bookmarks are in; others are ignored. */
export async function spacesOf(
  tx: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'spaces-of-bookmarks',
    text: 'select distinct space_id as id from bookmarks where account_id = $1 and id = any ($2::uuid[])',
    values: [accountId, ids],
  });
  return rows.map(({ id }) => id);
}

/** The named bookmarks of some spaces. Throws NOT_FOUND when one is not there. */
export async function selectNamed(
  tx: Queryable,
  accountId: string,
  spaceIds: readonly string[],
  uuids: readonly string[],
): Promise<Selection> {
  const { rows } = await tx.query<{ found: number }>({
    name: 'count-named-in-spaces',
    text: `select count(*)::integer as found from bookmarks
      where account_id = $3 and space_id = any ($1::uuid[]) and id = any ($2::uuid[])`,
    values: [spaceIds, uuids, accountId],
  });
  if (rows[0]?.found !== new Set(uuids).size) throw new Problem('NOT_FOUND');
  return (parameters) => [
    `b.account_id = ${parameters.add(accountId)}`,
    `b.space_id = any (${parameters.add(spaceIds)}::uuid[])`,
    `b.id = any (${parameters.add(uuids)}::uuid[])`,
  ];
}

/**
 * The bookmarks of a space that a call chose. Throws NOT_FOUND when it names one that is not there.
 */
export async function selectBookmarks(
  tx: Queryable,
  place: Place,
  { uuids, query }: Chosen,
): Promise<Selection> {
  if (uuids !== undefined) {
    await requireBookmarks(tx, place, uuids);
    return (parameters) => [
      `b.account_id = ${parameters.add(place.accountId)}`,
      `b.space_id = ${parameters.add(place.spaceId)}`,
      `b.id = any (${parameters.add(uuids)}::uuid[])`,
    ];
  }
  const { except = [], ...filters } = query ?? {};
  return (parameters) => [
    ...filterConditions(place, filters, parameters),
    ...(except.length === 0 ? [] : [`b.id <> all (${parameters.add(except)}::uuid[])`]),
  ];
}
