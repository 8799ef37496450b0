import { and, eq, sql, type SQL } from 'drizzle-orm';
import { limits } from '@/lib/contract/limits';
import type { CurrentSpace } from '@/provider/actor';
import { executePrepared, inline, type Driver, type Executor } from '@/provider/db/client';
import { bookmarks } from '@/provider/db/schema/library';
import { lockWithSpace } from '@/provider/db/transaction';
import { recordColumns, type BookmarkRecord } from '@/provider/modules/bookmarks/record';
import { collectionBytes, cutToBudget, isoTime, withinBytes, type Budgeted } from '@/provider/pagination';
import { Problem } from '@/provider/problem';

/** `version` differs after any change of the row. */
export type VersionedRecord = BookmarkRecord & { version: string };

/** Returns the account's bookmark with this id, in the trash or not; null for one of another account. */
export async function findBookmark(
  db: Executor,
  accountId: string,
  id: string,
): Promise<VersionedRecord | null> {
  const { rows } = await executePrepared<VersionedRecord>(
    db,
    'bookmark-by-id',
    sql`select ${recordColumns}, b.xmin::text as version from bookmarks b where b.id = ${id} and b.account_id = ${accountId}`,
  );
  return rows[0] ?? null;
}

/** Returns the account's bookmark with this id. Throws NOT_FOUND. */
export async function getBookmark(db: Executor, accountId: string, id: string): Promise<BookmarkRecord> {
  const bookmark = await findBookmark(db, accountId, id);
  if (!bookmark) throw new Problem('NOT_FOUND');
  return bookmark;
}

/**
 * Returns the account's readable bookmarks with these ids in their order, in the trash or not, up to the byte budget of
 * a page; `omitted` are the others. Encrypted bookmarks are treated like missing ones.
 */
export async function findReadable(
  db: Executor,
  accountId: string,
  ids: readonly string[],
): Promise<{ records: BookmarkRecord[]; omitted: string[] }> {
  const { rows } = await executePrepared<BookmarkRecord & Budgeted>(
    db,
    'readable-by-id',
    withinBytes(
      sql`select ${recordColumns}, h.number::integer, b.stored_bytes as bytes
        from unnest(${sql.param(ids)}::uuid[]) with ordinality as h (id, number)
        join bookmarks b on b.account_id = ${accountId} and b.id = h.id where not b.encrypted`,
      { extra: collectionBytes },
    ),
  );
  const { records, isLast } = cutToBudget(rows, ids.length);
  const last = records.at(-1)?.id;
  return { records, omitted: isLast || last === undefined ? [] : ids.slice(ids.indexOf(last) + 1) };
}

/** Returns the newest bookmark of a space, outside the trash, for the page of this url key; null if there is none. */
export async function findBookmarkByKey(
  db: Executor,
  { accountId, spaceId }: CurrentSpace,
  urlKey: string,
): Promise<BookmarkRecord | null> {
  const { rows } = await executePrepared<BookmarkRecord>(
    db,
    'bookmark-by-key',
    sql`select ${recordColumns} from bookmarks b
      where b.account_id = ${accountId} and b.space_id = ${spaceId} and b.url_key = ${urlKey} and b.deleted_at is null
      order by b.created_at desc, b.id desc limit 1`,
  );
  return rows[0] ?? null;
}

/**
 * Locks the space of the account's bookmark until the end of the transaction, and returns the bookmark after all
 * earlier changes to the space. Throws NOT_FOUND, and MovedConcurrently.
 */
export async function lockBookmark(tx: Executor, accountId: string, id: string): Promise<BookmarkRecord> {
  const spaceOf = tx
    .select({ id: bookmarks.spaceId })
    .from(bookmarks)
    .where(and(eq(bookmarks.id, id), eq(bookmarks.accountId, accountId)));
  const lock = { name: 'lock-space-of-bookmark', accountId, spaceOf };
  const bookmark = await lockWithSpace(tx, lock, () => getBookmark(tx, accountId, id));
  if (!bookmark) throw new Problem('NOT_FOUND');
  return bookmark;
}

/** Whether a row still has the modification time that the caller received, which has milliseconds. */
export const isUnchanged = ({ updatedAt }: { updatedAt: string }, known: string): boolean =>
  Date.parse(isoTime(updatedAt)) === Date.parse(known);

/**
 * Returns a function that resolves the collections named for a bookmark of the space: the default one without others,
 * which is ignored beside them. Throws NOT_FOUND unless each of `all` is a collection of the space, which must be
 * locked, and SMART_COLLECTION for a smart one.
 */
export async function resolveCollections(
  tx: Executor,
  { accountId, spaceId }: CurrentSpace,
  all: readonly string[],
): Promise<(named: readonly string[]) => string[]> {
  const wanted = new Set(all);
  const { rows } = await executePrepared<{ id: string; isDefault: boolean; isSmart: boolean }>(
    tx,
    'resolve-collections',
    sql`select id, is_default as "isDefault", smart is not null as "isSmart" from collections
      where account_id = ${accountId} and space_id = ${spaceId}
        and (is_default or id = any (${sql.param([...wanted])}::uuid[]))`,
  );
  const defaults = rows.filter(({ isDefault }) => isDefault).map(({ id }) => id);
  const found = rows.filter(({ id }) => wanted.has(id));
  if (found.length < wanted.size || defaults.length === 0) throw new Problem('NOT_FOUND');
  if (found.some(({ isSmart }) => isSmart)) throw new Problem('SMART_COLLECTION');
  return (named) => {
    const others = new Set(named).difference(new Set(defaults));
    return others.size === 0 ? defaults : [...others];
  };
}

/** Replaces the collections of a bookmark, like {@link resolveCollections}. */
export async function replaceLinks(
  tx: Executor,
  accountId: string,
  { id, spaceId }: { id: string; spaceId: string },
  named: readonly string[],
): Promise<void> {
  const resolve = await resolveCollections(tx, { accountId, spaceId }, named);
  const collections = resolve(named);
  await executePrepared(
    tx,
    'unlink-bookmark',
    sql`delete from bookmark_collections
      where account_id = ${accountId} and bookmark_id = ${id} and collection_id <> all (${sql.param(collections)}::uuid[])`,
  );
  await executePrepared(
    tx,
    'link-bookmark',
    sql`insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at)
      select b.account_id, b.id, c.id, b.space_id, b.deleted_at is null, b.created_at
      from bookmarks b cross join unnest(${sql.param(collections)}::uuid[]) as c (id)
      where b.account_id = ${accountId} and b.id = ${id}
      on conflict do nothing`,
  );
}

/**
 * Adds those of the joined bookmarks `b` that are in no collection to the default one of their space, by default not as
 * part of an import.
 */
export const linkOrphans = (joined: SQL, importId = sql`null::uuid`): SQL => sql`
  insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at, import_id)
  select b.account_id, b.id, d.id, b.space_id, b.deleted_at is null, b.created_at, ${importId}
  from ${joined} join collections d on d.account_id = b.account_id and d.space_id = b.space_id and d.is_default
  where not exists (
    select from bookmark_collections l where l.account_id = b.account_id and l.bookmark_id = b.id)
  on conflict do nothing`;

/**
 * Adds bookmarks to further collections, each to as many as it has room for, by their positions. `wanted` selects `id`,
 * `collection_id`, `space_id`, `live`, `created_at` and `position`. The default collection takes no place: a bookmark in
 * another one leaves it.
 */
export const linkWithinLimit = (accountId: string, wanted: SQL, importId: string | null = null): SQL => sql`
  insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at, import_id)
  select ${accountId}::uuid, n.id, n.collection_id, n.space_id, n.live, n.created_at, ${importId}::uuid
  from (
    select w.*, row_number() over (partition by w.id, c.is_default order by w.position) as place
    from (${wanted}) w
    join collections c on c.account_id = ${accountId} and c.id = w.collection_id
    where not exists (
      select from bookmark_collections o
      where o.account_id = ${accountId} and o.bookmark_id = w.id and o.collection_id = w.collection_id)
  ) n
  where n.place + (
    select count(*) from bookmark_collections o
    join collections c on c.account_id = o.account_id and c.id = o.collection_id and not c.is_default
    where o.account_id = ${accountId} and o.bookmark_id = n.id
  ) <= ${inline(limits.collectionsPerBookmark)}
  on conflict do nothing`;

/** Copies the creation times of bookmarks to their links. */
export const alignLinks = (client: Driver, accountId: string, ids: readonly string[]): Promise<unknown> =>
  client.query(
    `update bookmark_collections l set created_at = b.created_at from bookmarks b
     where b.account_id = $2 and b.id = any ($1::uuid[])
       and l.account_id = $2 and l.bookmark_id = b.id and l.created_at <> b.created_at`,
    [ids, accountId],
  );
