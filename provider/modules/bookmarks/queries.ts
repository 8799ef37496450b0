import type { Place } from '@/provider/actor';
import type { Queryable } from '@/provider/db/transaction';
import { recordColumns, type BookmarkRecord } from '@/provider/modules/bookmarks/presenter';
import { isoTime } from '@/provider/pagination';
import { Problem } from '@/provider/problem';

const byId = {
  name: 'bookmark-by-id',
  text: `select ${recordColumns} from bookmarks b where b.id = $1 and b.account_id = $2`,
};

const byKey = {
  name: 'bookmark-by-key',
  text: `select ${recordColumns} from bookmarks b
    where b.account_id = $3 and b.space_id = $1 and b.url_key = $2 and b.deleted_at is null
    order by b.created_at desc, b.id desc limit 1`,
};

const lockSpaceOf = {
  name: 'lock-space-of-bookmark',
  text: `select 1 from spaces
    where account_id = $2 and id = (select space_id from bookmarks where id = $1 and account_id = $2)
    for no key update`,
};

/** The account's bookmark with this id, in the trash or not; null for anybody else's. */
export async function findBookmark(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<BookmarkRecord | null> {
  const { rows } = await db.query<BookmarkRecord>({ ...byId, values: [id, accountId] });
  return rows[0] ?? null;
}

/** The account's bookmark with this id. Throws NOT_FOUND. */
export async function getBookmark(db: Queryable, accountId: string, id: string): Promise<BookmarkRecord> {
  const bookmark = await findBookmark(db, accountId, id);
  if (!bookmark) throw new Problem('NOT_FOUND');
  return bookmark;
}

/** The newest bookmark of a space, outside the trash, that leads to the page of this url key; null when none does. */
export async function findBookmarkByKey(
  db: Queryable,
  { accountId, spaceId }: Place,
  urlKey: string,
): Promise<BookmarkRecord | null> {
  const { rows } = await db.query<BookmarkRecord>({ ...byKey, values: [spaceId, urlKey, accountId] });
  return rows[0] ?? null;
}

/**
 * The account's bookmark as it stands once every earlier change to its space is done; it stays so until the end of the
 * transaction. Throws NOT_FOUND.
 */
export async function lockBookmark(tx: Queryable, accountId: string, id: string): Promise<BookmarkRecord> {
  const { rowCount } = await tx.query({ ...lockSpaceOf, values: [id, accountId] });
  if (rowCount === 0) throw new Problem('NOT_FOUND');
  return getBookmark(tx, accountId, id);
}

/** Whether a row still has the time of change that a caller was answered, which has milliseconds. */
export const isUnchanged = ({ updatedAt }: { updatedAt: string }, known: string): boolean =>
  Date.parse(isoTime(updatedAt)) === Date.parse(known);

const resolve = {
  name: 'resolve-collections',
  text: `select id, is_default as "isDefault", smart is not null as "isSmart" from collections
    where account_id = $3 and space_id = $1 and case when cardinality($2::uuid[]) = 0 then is_default else id = any($2::uuid[]) end`,
};

const unlink = {
  name: 'unlink-bookmark',
  text: `delete from bookmark_collections
    where account_id = $3 and bookmark_id = $1 and collection_id <> all ($2::uuid[])`,
};

const link = {
  name: 'link-bookmark',
  text: `insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at)
    select b.account_id, b.id, c.id, b.space_id, b.deleted_at is null, b.created_at
    from bookmarks b cross join unnest($2::uuid[]) as c (id) where b.account_id = $3 and b.id = $1
    on conflict do nothing`,
};

/**
 * Puts a bookmark into exactly the collections that are named, or into the default one of its space when none is.
 * Throws NOT_FOUND unless each is a collection of the space, which must be locked, and SMART_COLLECTION for one that
 * is smart.
 */
export async function replaceLinks(
  tx: Queryable,
  accountId: string,
  { id, spaceId }: { id: string; spaceId: string },
  named: readonly string[],
): Promise<void> {
  const wanted = [...new Set(named)];
  const { rows } = await tx.query<{ id: string; isDefault: boolean; isSmart: boolean }>({
    ...resolve,
    values: [spaceId, wanted, accountId],
  });
  if (rows.length < Math.max(wanted.length, 1)) throw new Problem('NOT_FOUND');
  if (rows.some(({ isSmart }) => isSmart)) throw new Problem('SMART_COLLECTION');
  // Where another one is named, the default one is none.
  const collections = rows.filter((row) => rows.length === 1 || !row.isDefault).map((row) => row.id);
  await tx.query({ ...unlink, values: [id, collections, accountId] });
  await tx.query({ ...link, values: [id, collections, accountId] });
}
