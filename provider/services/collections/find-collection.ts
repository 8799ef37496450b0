import { sql } from 'drizzle-orm';
import type { Executor } from '@/provider/db/client';
import { Problem } from '@/provider/problem';
import { collectionColumns, type CollectionRecord } from '@/provider/services/collections/collection-record';

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
    where id = (select space_id from collections where id = ${id} and account_id = ${accountId}) for no key update`);
  const collection = await getCollection(tx, accountId, id);
  if (collection.spaceId !== rows[0]?.id) throw new Problem('NOT_FOUND');
  return collection;
}
