import { sql, type SQL } from 'drizzle-orm';
import { limits } from '@/lib/contract/limits';
import { executePrepared, type Executor } from '@/provider/db/client';
import { recordBookmarks, type Change, type ChangeKey } from '@/provider/modules/bookmarks/journal';
import { linkOrphans, resolveCollections } from '@/provider/modules/bookmarks/queries';
import { requireRegularCollection, type Selection } from '@/provider/modules/bookmarks/selection';
import { Problem } from '@/provider/problem';

const noFields = sql`'{}'::jsonb`;

/** Records bookmarks whose collections change, and no other field by default. */
const recordLinks = (
  tx: Executor,
  change: Change,
  where: readonly SQL[],
  before = noFields,
): Promise<number> => recordBookmarks(tx, change, { where, before, links: true });

const isIn = (collection: string): SQL =>
  sql`exists (select from bookmark_collections l
    where l.account_id = b.account_id and l.bookmark_id = b.id and l.collection_id = ${collection})`;
const isElsewhere = (collection: string): SQL =>
  sql`exists (select from bookmark_collections l
    where l.account_id = b.account_id and l.bookmark_id = b.id and l.collection_id <> ${collection})`;

const isNotOnlyIn = (collection: string): SQL => sql`(${isElsewhere(collection)} or not ${isIn(collection)})`;

const isDefault = (collection: string): SQL =>
  sql`(select c.is_default from collections c where c.account_id = b.account_id and c.id = ${collection})`;

const addLinks = (tx: Executor, { id, accountId }: ChangeKey, collection: string): Promise<unknown> =>
  executePrepared(
    tx,
    'bulk-link',
    sql`insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at)
      select b.account_id, b.id, ${collection}, b.space_id, b.deleted_at is null, b.created_at
      from change_rows r join bookmarks b on b.account_id = r.account_id and b.id = r.bookmark_id
      where r.account_id = ${accountId} and r.change_id = ${id}
      on conflict do nothing`,
  );

const comparisons = { one: sql`=`, others: sql`<>` };

/** Removes the bookmarks of a change from a collection, or from all others. */
const removeLinks = (
  tx: Executor,
  { id, accountId }: ChangeKey,
  which: keyof typeof comparisons,
  collection: string,
): Promise<unknown> =>
  executePrepared(
    tx,
    `bulk-unlink-${which}`,
    sql`delete from bookmark_collections l using change_rows r
      where r.account_id = ${accountId} and r.change_id = ${id}
        and l.account_id = ${accountId} and l.bookmark_id = r.bookmark_id
        and l.collection_id ${comparisons[which]} ${collection}`,
  );

/** Removes bookmarks that are in another collection from the default one. */
export const leaveDefault = (tx: Executor, { id, accountId }: ChangeKey): Promise<unknown> =>
  executePrepared(
    tx,
    'bulk-leave-default',
    sql`delete from bookmark_collections l using change_rows r, collections d
      where r.account_id = ${accountId} and r.change_id = ${id}
        and l.account_id = ${accountId} and l.bookmark_id = coalesce(r.into_id, r.bookmark_id)
        and d.account_id = ${accountId} and d.id = l.collection_id and d.is_default
        and exists (select from bookmark_collections o
          where o.account_id = l.account_id and o.bookmark_id = l.bookmark_id and o.collection_id <> l.collection_id)`,
  );

/** Adds the bookmarks of a change that are in no collection to the default one of their space. */
export const adoptAll = (tx: Executor, { id, accountId }: ChangeKey): Promise<unknown> =>
  executePrepared(
    tx,
    'bulk-link-default',
    linkOrphans(sql`change_rows r join bookmarks b on b.account_id = r.account_id and b.id = r.bookmark_id
      and r.account_id = ${accountId} and r.change_id = ${id}`),
  );

export interface Move {
  /** Target collection; by default the default collection of the space. */
  collection?: string | undefined;
  /** The only collection to leave; by default all of them. */
  from?: string | undefined;
  /** Target space, which is locked: that of the change, or another one. */
  spaceId: string;
}

/**
 * Moves bookmarks to a collection. Their content does not change; within one space only the links are written, not the
 * rows of `bookmarks`. Throws NOT_FOUND for a missing collection, and SMART_COLLECTION for a smart one.
 */
export async function moveMany(
  tx: Executor,
  change: Change,
  selection: Selection,
  move: Move,
): Promise<number> {
  const { from } = move;
  const place = { accountId: change.accountId, spaceId: move.spaceId };
  if (from !== undefined) await requireRegularCollection(tx, change, from);
  const named = move.collection === undefined ? [] : [move.collection];
  const [target = ''] = (await resolveCollections(tx, place, named))(named);
  const isWithinSpace = move.spaceId === change.spaceId;
  if (isWithinSpace && from === target) return 0;
  const moving = isWithinSpace ? [isNotOnlyIn(target)] : [];
  const where = [...selection, ...(from === undefined ? moving : [isIn(from)])];
  const before = isWithinSpace ? noFields : sql`jsonb_build_object('space_id', b.space_id)`;
  const affected = await recordLinks(tx, change, where, before);
  if (isWithinSpace && from !== undefined) await removeLinks(tx, change, 'one', from);
  else await removeLinks(tx, change, 'others', target);
  if (!isWithinSpace) {
    await tx.execute(sql`
      update bookmarks b set space_id = ${move.spaceId} from change_rows r
      where r.account_id = ${change.accountId} and r.change_id = ${change.id}
        and b.account_id = ${change.accountId} and b.id = r.bookmark_id`);
  }
  await addLinks(tx, change, target);
  await leaveDefault(tx, change);
  return affected;
}

/**
 * Adds bookmarks to a collection. Throws NOT_FOUND for a collection of another space, SMART_COLLECTION, and
 * VALIDATION_FAILED when one of them would be in too many collections.
 */
export async function copyMany(
  tx: Executor,
  change: Change,
  selection: Selection,
  collection: string,
): Promise<number> {
  await requireRegularCollection(tx, change, collection);
  // The default collection contains only bookmarks that are in no other.
  const where = [...selection, sql`not ${isIn(collection)}`, sql`not ${isDefault(collection)}`];
  const affected = await recordLinks(tx, change, where);
  await addLinks(tx, change, collection);
  await leaveDefault(tx, change);
  await refuseTooMany(tx, change);
  return affected;
}

async function refuseTooMany(tx: Executor, { id, accountId }: ChangeKey): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    select from change_rows r
    where r.account_id = ${accountId} and r.change_id = ${id} and (
      select count(*) from bookmark_collections l where l.account_id = r.account_id and l.bookmark_id = r.bookmark_id
    ) > ${limits.collectionsPerBookmark} limit 1`);
  if (rowCount === 0) return;
  throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'collection', code: 'too_many_collections' }] });
}

/**
 * Removes bookmarks from a collection; those that are in no other are added to the default one. Throws NOT_FOUND for a
 * collection of another space, and SMART_COLLECTION.
 */
export async function removeManyFrom(
  tx: Executor,
  change: Change,
  selection: Selection,
  collection: string,
): Promise<number> {
  await requireRegularCollection(tx, change, collection);
  // A bookmark that is only in the default collection cannot leave it.
  const leaves = sql`(${isElsewhere(collection)} or not ${isDefault(collection)})`;
  const affected = await recordLinks(tx, change, [...selection, isIn(collection), leaves]);
  await removeLinks(tx, change, 'one', collection);
  await adoptAll(tx, change);
  return affected;
}
