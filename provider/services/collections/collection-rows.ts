import type { Queryable } from '@/provider/db/transaction';
import { Problem } from '@/provider/problem';
import { collectionColumns, type CollectionRecord } from '@/provider/services/collections/collection-record';

const byId = {
  name: 'collection-by-id',
  text: `select ${collectionColumns} from collections c where c.id = $1 and c.account_id = $2`,
};

const lockSpaceOf = {
  name: 'lock-space-of-collection',
  text: `select id from spaces
    where id = (select space_id from collections where id = $1 and account_id = $2) for no key update`,
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
