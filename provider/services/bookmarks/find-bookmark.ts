import type { Queryable } from '@/provider/db/transaction';
import { Problem } from '@/provider/problem';
import { recordColumns, type BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';

const byId = {
  name: 'bookmark-by-id',
  text: `select ${recordColumns} from bookmarks b where b.id = $1 and b.account_id = $2`,
};

const byKey = {
  name: 'bookmark-by-key',
  text: `select ${recordColumns} from bookmarks b
    where b.space_id = $1 and b.url_key = $2 and b.deleted_at is null
    order by b.created_at desc, b.id desc limit 1`,
};

const lockSpaceOf = {
  name: 'lock-space-of-bookmark',
  text: `select 1 from spaces
    where id = (select space_id from bookmarks where id = $1 and account_id = $2) for no key update`,
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
  spaceId: string,
  urlKey: string,
): Promise<BookmarkRecord | null> {
  const { rows } = await db.query<BookmarkRecord>({ ...byKey, values: [spaceId, urlKey] });
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
