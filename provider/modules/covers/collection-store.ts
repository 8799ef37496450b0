import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '@/provider/db/client';
import { collections, type CollectionRow } from '@/provider/db/schema/library';
import { inRetriedTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import type { DrawnCover } from '@/provider/integrations/images/image-program';
import { deleteReferences } from '@/provider/modules/blobs/blobs';
import { getCollection, lockCollection, type CollectionRecord } from '@/provider/modules/collections/queries';
import { replaceFiles, storeFiles, type CoverOf } from '@/provider/modules/covers/store';
import { Problem } from '@/provider/problem';

/** The uses of the files of an uploaded picture, by their width: see `forgetFilesOfCollections`. */
export const collectionCoverNames = { '320': 'collection-320', '640': 'collection-640' } as const;
const names = Object.values(collectionCoverNames);

type Deps = Pick<ProviderDeps, 'db' | 'blobs' | 'clock'>;

/** Stores an uploaded picture as that of a collection. Throws NOT_FOUND, and the error of an exceeded quota. */
export async function storeCollectionCover(
  deps: Deps,
  owner: CoverOf,
  drawn: DrawnCover,
): Promise<CollectionRecord> {
  const { cover, files } = await storeFiles(deps, drawn);
  return inRetriedTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    await lockCollection(tx, owner.accountId, owner.id);
    await replaceFiles(tx, owner, files, { names, now });
    return write(tx, owner, { cover, coverBookmarkId: null, updatedAt: now });
  });
}

/**
 * Shows the picture of a bookmark as that of a collection. Throws NOT_FOUND, also for a bookmark that has no picture or is
 * not in the collection. Only the id is stored: when the bookmark is encrypted, no copy of its picture remains.
 */
export async function chooseCollectionCover(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  owner: CoverOf,
  bookmark: string,
): Promise<CollectionRecord> {
  return inRetriedTransaction(db, async (tx) => {
    await lockCollection(tx, owner.accountId, owner.id);
    await deleteReferences(tx, { accountId: owner.accountId, bookmarkId: owner.id }, names);
    const chosen = { cover: null, coverBookmarkId: bookmark, updatedAt: clock() };
    const collection = await write(tx, owner, chosen);
    if (collection.cover === null) throw new Problem('NOT_FOUND');
    return collection;
  });
}

/** Removes the picture of a collection. Throws NOT_FOUND. */
export async function removeCollectionCover(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  owner: CoverOf,
): Promise<CollectionRecord> {
  return inRetriedTransaction(db, async (tx) => {
    await lockCollection(tx, owner.accountId, owner.id);
    await deleteReferences(tx, { accountId: owner.accountId, bookmarkId: owner.id }, names);
    return write(tx, owner, { cover: null, coverBookmarkId: null, updatedAt: clock() });
  });
}

async function write(
  tx: Executor,
  { accountId, id }: CoverOf,
  changes: Partial<CollectionRow>,
): Promise<CollectionRecord> {
  await tx
    .update(collections)
    .set(changes)
    .where(and(eq(collections.accountId, accountId), eq(collections.id, id)));
  return getCollection(tx, accountId, id);
}

/**
 * Deletes the references of collections that are gone and cannot be restored any more. A deletion keeps them, so that
 * undoing it restores the picture.
 */
export async function forgetFilesOfCollections({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.execute(sql`
    delete from blob_references r where r.name in ('collection-320', 'collection-640')
      and not exists (select from collections c where c.account_id = r.account_id and c.id = r.bookmark_id)
      and not exists (select from change_collections n
        where n.account_id = r.account_id and n.collection_id = r.bookmark_id)`);
}
