import type { Place } from '@/provider/actor';
import type { Queryable } from '@/provider/db/transaction';
import { noteBookmarks, type Change, type ChangeKey } from '@/provider/modules/bulk/journal';
import { requireHolder, type Selection } from '@/provider/modules/bulk/selection';
import type { SqlParameters } from '@/provider/db/client';

const nothing = `'{}'::jsonb`;

const isIn = (collection: string): string =>
  `exists (select from bookmark_collections l
    where l.account_id = b.account_id and l.bookmark_id = b.id and l.collection_id = ${collection})`;
const isElsewhere = (collection: string): string =>
  `exists (select from bookmark_collections l
    where l.account_id = b.account_id and l.bookmark_id = b.id and l.collection_id <> ${collection})`;

const isNotOnlyIn = (collection: string): string => `(${isElsewhere(collection)} or not ${isIn(collection)})`;

const addLinks = {
  name: 'bulk-link',
  text: `insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at)
    select b.account_id, b.id, $2, b.space_id, b.deleted_at is null, b.created_at
    from change_rows r join bookmarks b on b.account_id = r.account_id and b.id = r.bookmark_id
    where r.account_id = $3 and r.change_id = $1
    on conflict do nothing`,
};

const removeLink = {
  name: 'bulk-unlink-one',
  text: `delete from bookmark_collections l using change_rows r
    where r.account_id = $3 and r.change_id = $1
      and l.account_id = $3 and l.bookmark_id = r.bookmark_id and l.collection_id = $2`,
};

const removeOtherLinks = {
  name: 'bulk-unlink-others',
  text: `delete from bookmark_collections l using change_rows r
    where r.account_id = $3 and r.change_id = $1
      and l.account_id = $3 and l.bookmark_id = r.bookmark_id and l.collection_id <> $2`,
};

const addDefaultLinks = {
  name: 'bulk-link-default',
  text: `insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at)
    select b.account_id, b.id, d.id, b.space_id, b.deleted_at is null, b.created_at
    from change_rows r join bookmarks b on b.account_id = r.account_id and b.id = r.bookmark_id
    join collections d on d.account_id = b.account_id and d.space_id = b.space_id and d.is_default
    where r.account_id = $2 and r.change_id = $1 and not exists (
      select from bookmark_collections l where l.account_id = b.account_id and l.bookmark_id = b.id)`,
};

const changeSpace = {
  name: 'bulk-change-space',
  text: `update bookmarks b set space_id = $2 from change_rows r
    where r.account_id = $3 and r.change_id = $1 and b.account_id = $3 and b.id = r.bookmark_id`,
};

/** Takes bookmarks that are in another collection out of the default one. */
export const leaveDefault = {
  name: 'bulk-leave-default',
  text: `delete from bookmark_collections l using change_rows r, collections d
    where r.account_id = $2 and r.change_id = $1
      and l.account_id = $2 and l.bookmark_id = coalesce(r.into_id, r.bookmark_id)
      and d.account_id = $2 and d.id = l.collection_id and d.is_default
      and exists (select from bookmark_collections o
        where o.account_id = l.account_id and o.bookmark_id = l.bookmark_id and o.collection_id <> l.collection_id)`,
};

/** Puts the bookmarks of a change that are in no collection into the default one of their space. */
export const adoptAll = (tx: Queryable, { id, accountId }: ChangeKey): Promise<unknown> =>
  tx.query({ ...addDefaultLinks, values: [id, accountId] });

export interface Move {
  /** Where to; absent: the default collection of the space. */
  collection?: string | undefined;
  /** The one collection that is left; absent: all of them. */
  from?: string | undefined;
  /** The space to go to, which is locked; the change's own one, or another. */
  spaceId: string;
}

/**
 * Moves bookmarks to a collection. What they say stays untouched, and so do the rows of `bookmarks` within one space:
 * only the links are written. Throws NOT_FOUND for a collection that is not there, SMART_COLLECTION for one that
 * is smart.
 */
export async function moveMany(
  tx: Queryable,
  change: Change,
  selection: Selection,
  move: Move,
): Promise<number> {
  const { from } = move;
  const place = { accountId: change.accountId, spaceId: move.spaceId };
  if (from !== undefined) await requireHolder(tx, change, from);
  const target = move.collection ?? (await defaultCollection(tx, place));
  await requireHolder(tx, place, target);
  const leaving = (parameters: SqlParameters): string[] =>
    from === undefined ? [] : [isIn(parameters.add(from))];
  if (move.spaceId !== change.spaceId) {
    const affected = await noteBookmarks(tx, change, {
      where: (parameters) => [...selection(parameters), ...leaving(parameters)],
      before: `jsonb_build_object('space_id', b.space_id)`,
      links: true,
    });
    await tx.query({ ...removeOtherLinks, values: [change.id, target, change.accountId] });
    await tx.query({ ...changeSpace, values: [change.id, move.spaceId, change.accountId] });
    await tx.query({ ...addLinks, values: [change.id, target, change.accountId] });
    return affected;
  }
  if (from === target) return 0;
  const affected = await noteBookmarks(tx, change, {
    where: (parameters) => [
      ...selection(parameters),
      ...(from === undefined ? [isNotOnlyIn(parameters.add(target))] : leaving(parameters)),
    ],
    before: nothing,
    links: true,
  });
  if (from === undefined)
    await tx.query({ ...removeOtherLinks, values: [change.id, target, change.accountId] });
  else await tx.query({ ...removeLink, values: [change.id, from, change.accountId] });
  await tx.query({ ...addLinks, values: [change.id, target, change.accountId] });
  await tx.query({ ...leaveDefault, values: [change.id, change.accountId] });
  return affected;
}

async function defaultCollection(tx: Queryable, { accountId, spaceId }: Place): Promise<string> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'default-collection',
    text: 'select id from collections where account_id = $2 and space_id = $1 and is_default',
    values: [spaceId, accountId],
  });
  const [row] = rows;
  if (!row) throw new Error('a space has no default collection');
  return row.id;
}

/** Puts bookmarks into one more collection. Throws NOT_FOUND for one that is not of the space, SMART_COLLECTION. */
export async function copyMany(
  tx: Queryable,
  change: Change,
  selection: Selection,
  collection: string,
): Promise<number> {
  await requireHolder(tx, change, collection);
  const affected = await noteBookmarks(tx, change, {
    where: (parameters) => {
      const place = parameters.add(collection);
      // The default collection is only for what is in no other.
      const takes = `not (select c.is_default from collections c
        where c.account_id = b.account_id and c.id = ${place})`;
      return [...selection(parameters), `not ${isIn(place)}`, takes];
    },
    before: nothing,
    links: true,
  });
  await tx.query({ ...addLinks, values: [change.id, collection, change.accountId] });
  await tx.query({ ...leaveDefault, values: [change.id, change.accountId] });
  return affected;
}

/**
 * Takes bookmarks out of a collection; those that were in no other go to the default one. Throws NOT_FOUND for a
 * collection that is not of the space, SMART_COLLECTION.
 */
export async function removeManyFrom(
  tx: Queryable,
  change: Change,
  selection: Selection,
  collection: string,
): Promise<number> {
  await requireHolder(tx, change, collection);
  const affected = await noteBookmarks(tx, change, {
    where: (parameters) => {
      const place = parameters.add(collection);
      // Out of the default collection alone there is nowhere to go.
      const isElsewhereOrLeaves = `(${isElsewhere(place)}
        or not (select c.is_default from collections c where c.account_id = b.account_id and c.id = ${place}))`;
      return [...selection(parameters), isIn(place), isElsewhereOrLeaves];
    },
    before: nothing,
    links: true,
  });
  await tx.query({ ...removeLink, values: [change.id, collection, change.accountId] });
  await adoptAll(tx, change);
  return affected;
}
