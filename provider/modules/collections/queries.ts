import { and, eq, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { CollectionCover } from '@/lib/contract/collections';
import type { Actor } from '@/provider/actor';
import { executePrepared, type Executor } from '@/provider/db/client';
import { collections, type CollectionRow } from '@/provider/db/schema/library';
import { lockWithSpace } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';

/** A collection as returned by every read. Times are UTC texts. */
export interface CollectionRecord extends Pick<
  CollectionRow,
  | 'id'
  | 'accountId'
  | 'spaceId'
  | 'name'
  | 'description'
  | 'color'
  | 'icon'
  | 'pinned'
  | 'security'
  | 'listed'
  | 'keepsCopies'
  | 'isDefault'
  | 'slug'
  | 'smart'
  | 'orderKey'
> {
  /** For a smart collection, the last count: see `countSmart`. */
  bookmarkCount: number;
  /** Null in lists that do not use it. */
  cover: CollectionCover | null;
  /** Revision of the last count of a smart collection, and the current revision of its space; null for others. */
  countedAt: string | null;
  revision: string | null;
  /** Day and time zone of the count, if it depends on them. */
  countedFor: string | null;
  createdAt: string;
  updatedAt: string;
}

/**
 * The picture of `collections c`: an uploaded one, or else that of the chosen bookmark, while this is in the collection
 * and readable.
 */
export const collectionCover = sql`case when c.cover is not null then c.cover || '{"bookmark": null}' else (
    select p.cover || jsonb_build_object('bookmark', p.id) from bookmarks p
    where p.account_id = c.account_id and p.id = c.cover_bookmark_id and p.space_id = c.space_id
      and p.deleted_at is null and not p.encrypted and (c.smart is not null or exists (
        select from bookmark_collections l
        where l.account_id = p.account_id and l.bookmark_id = p.id and l.collection_id = c.id))) end`;

const columnsWith = (description: SQL, cover: SQL): SQL => sql`
  c.id, c.account_id as "accountId", c.space_id as "spaceId", c.name, ${description}, ${cover} as cover, c.color, c.icon, c.pinned, c.security, c.listed, c.keeps_copies as "keepsCopies", c.is_default as "isDefault", c.slug,
  c.smart, case when c.smart is null then c.bookmark_count else c.smart_count end as "bookmarkCount",
  c.smart_revision as "countedAt", c.smart_counted_for as "countedFor",
  case when c.smart is not null then (
    select s.revision from spaces s where s.account_id = c.account_id and s.id = c.space_id) end as "revision",
  c.order_key as "orderKey",
  (c.created_at at time zone 'UTC')::text as "createdAt", (c.updated_at at time zone 'UTC')::text as "updatedAt"`;

/** The select list of a record over `collections c`. */
export const collectionColumns = columnsWith(sql`c.description`, collectionCover);

/** The same without the description and the picture, for lists that do not use them. */
export const summaryColumns = columnsWith(sql`'' as description`, sql`null::jsonb`);

/** Returns the account's collection with this id; null for one of another account. */
export async function findCollection(
  db: Executor,
  accountId: string,
  id: string,
): Promise<CollectionRecord | null> {
  const { rows } = await executePrepared<CollectionRecord>(
    db,
    'collection-by-id',
    sql`select ${collectionColumns} from collections c where c.id = ${id} and c.account_id = ${accountId}`,
  );
  return rows[0] ?? null;
}

/** Returns the account's collection with this id. Throws NOT_FOUND. */
export async function getCollection(db: Executor, accountId: string, id: string): Promise<CollectionRecord> {
  const collection = await findCollection(db, accountId, id);
  if (!collection) throw new Problem('NOT_FOUND');
  return collection;
}

/**
 * Locks the space of the account's collection until the end of the transaction, and returns the collection after all
 * earlier changes to the space. Throws NOT_FOUND, and MovedConcurrently.
 */
export async function lockCollection(tx: Executor, accountId: string, id: string): Promise<CollectionRecord> {
  const spaceOf = tx
    .select({ id: collections.spaceId })
    .from(collections)
    .where(and(eq(collections.id, id), eq(collections.accountId, accountId)));
  const lock = { name: 'lock-space-of-collection', accountId, spaceOf };
  const collection = await lockWithSpace(tx, lock, () => getCollection(tx, accountId, id));
  if (!collection) throw new Problem('NOT_FOUND');
  return collection;
}

const accessResolutionMs = 60_000;

/**
 * Returns a collection of the actor that is opened, and records the access at most once a minute, for the sort by last
 * access. Throws NOT_FOUND.
 */
export async function openCollection(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  id: string,
): Promise<CollectionRecord> {
  const collection = await getCollection(db, accountId, id);
  const lastAccessedAt = clock();
  const before = new Date(lastAccessedAt.getTime() - accessResolutionMs);
  await db
    .update(collections)
    .set({ lastAccessedAt })
    .where(
      and(
        eq(collections.accountId, accountId),
        eq(collections.id, id),
        or(isNull(collections.lastAccessedAt), lt(collections.lastAccessedAt, before)),
      ),
    );
  return collection;
}
