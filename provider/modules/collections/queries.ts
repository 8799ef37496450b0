import { sql } from 'drizzle-orm';
import type { Actor } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import type { CollectionRow } from '@/provider/db/schema/library';
import type { Queryable } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';

/** A collection as every read of one answers it. Times are texts in UTC. */
export interface CollectionRecord extends Pick<
  CollectionRow,
  | 'id'
  | 'accountId'
  | 'spaceId'
  | 'name'
  | 'description'
  | 'color'
  | 'security'
  | 'listed'
  | 'isDefault'
  | 'slug'
  | 'smart'
  | 'orderKey'
> {
  /** Of a smart one, as it was last counted: see `countSmart`. */
  bookmarkCount: number;
  /** When a smart one was counted, and when its space changed last, by revision; null of any other. */
  countedAt: string | null;
  revision: string | null;
  /** The day and place of the reader for whom it was counted, where that matters. */
  countedFor: string | null;
  createdAt: string;
  updatedAt: string;
}

const columnsWith = (description: string): string => `
  c.id, c.account_id as "accountId", c.space_id as "spaceId", c.name, ${description}, c.color, c.security, c.listed, c.is_default as "isDefault", c.slug,
  c.smart, case when c.smart is null then c.bookmark_count else c.smart_count end as "bookmarkCount",
  c.smart_revision as "countedAt", c.smart_counted_for as "countedFor",
  case when c.smart is not null then (
    select s.revision from spaces s where s.account_id = c.account_id and s.id = c.space_id) end as "revision",
  c.order_key as "orderKey",
  (c.created_at at time zone 'UTC')::text as "createdAt", (c.updated_at at time zone 'UTC')::text as "updatedAt"`;

/** The select list of a record over `collections c`. */
export const collectionColumns = columnsWith('c.description');

/** The same without the description, for lists that have no use for it. */
export const summaryColumns = columnsWith("'' as description");

const byId = {
  name: 'collection-by-id',
  text: `select ${collectionColumns} from collections c where c.id = $1 and c.account_id = $2`,
};

const lockSpaceOf = {
  name: 'lock-space-of-collection',
  text: `select id from spaces
    where account_id = $2 and id = (select space_id from collections where id = $1 and account_id = $2)
    for no key update`,
};

/** The account's collection with this id, for statements that are written by hand; null for anybody else's. */
export async function findCollectionRow(
  tx: Queryable,
  accountId: string,
  id: string,
): Promise<CollectionRecord | null> {
  const { rows } = await tx.query<CollectionRecord>({ ...byId, values: [id, accountId] });
  return rows[0] ?? null;
}

/** The account's collection with this id. Throws NOT_FOUND. */
export async function getCollectionRow(
  tx: Queryable,
  accountId: string,
  id: string,
): Promise<CollectionRecord> {
  const collection = await findCollectionRow(tx, accountId, id);
  if (!collection) throw new Problem('NOT_FOUND');
  return collection;
}

/**
 * The account's collection as it stands once every earlier change to its space is done; it stays so until the end of
 * the transaction. Throws NOT_FOUND, also when it was moved to another space meanwhile.
 */
export async function lockCollectionRow(
  tx: Queryable,
  accountId: string,
  id: string,
): Promise<CollectionRecord> {
  const { rows } = await tx.query<{ id: string }>({ ...lockSpaceOf, values: [id, accountId] });
  const collection = await getCollectionRow(tx, accountId, id);
  if (collection.spaceId !== rows[0]?.id) throw new Problem('NOT_FOUND');
  return collection;
}

/** The account's collection with this id; null for anybody else's. */
export async function findCollection(
  db: Executor,
  accountId: string,
  id: string,
): Promise<CollectionRecord | null> {
  const { rows } = await db.execute(
    // eslint-disable-next-line no-restricted-syntax -- a list of columns, written in this program
    sql`select ${sql.raw(collectionColumns)} from collections c where c.id = ${id} and c.account_id = ${accountId}`,
  );
  return (rows[0] as CollectionRecord | undefined) ?? null;
}

/** The account's collection with this id. Throws NOT_FOUND. */
export async function getCollection(db: Executor, accountId: string, id: string): Promise<CollectionRecord> {
  const collection = await findCollection(db, accountId, id);
  if (!collection) throw new Problem('NOT_FOUND');
  return collection;
}

/**
 * The account's collection as it stands once every earlier change to its space is done; it stays so until the end of
 * the transaction. Throws NOT_FOUND, also when it was moved to another space meanwhile.
 */
export async function lockCollection(tx: Executor, accountId: string, id: string): Promise<CollectionRecord> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from spaces
    where account_id = ${accountId}
      and id = (select space_id from collections where id = ${id} and account_id = ${accountId})
    for no key update`);
  const collection = await getCollection(tx, accountId, id);
  if (collection.spaceId !== rows[0]?.id) throw new Problem('NOT_FOUND');
  return collection;
}

const onceInMs = 60_000;

/**
 * A collection of the actor that is being looked at; that it was, is noted once a minute at most, for the sort by last
 * access. Throws NOT_FOUND.
 */
export async function openCollection(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<CollectionRecord> {
  const collection = await getCollection(db, actor.accountId, id);
  const now = clock();
  await db.$client.query({
    name: 'open-collection',
    text: `update collections set last_accessed_at = $2
      where account_id = $4 and id = $1 and (last_accessed_at is null or last_accessed_at < $3)`,
    values: [id, now, new Date(now.getTime() - onceInMs), actor.accountId],
  });
  return collection;
}
