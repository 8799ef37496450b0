import type { Actor } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import type { CollectionRecord } from '@/provider/services/collections/collection-record';
import { getCollectionRow } from '@/provider/services/collections/collection-rows';
import { lockAccountRow } from '@/provider/services/lock-space';
import { lockSpaces } from '@/provider/services/lock-spaces';
import { beginBulkChange, clearPendingWords } from '@/provider/services/space/bulk-change';

const leaveOthers = `
  delete from bookmark_collections o using bookmark_collections l
  where l.collection_id = $1 and o.bookmark_id = l.bookmark_id and o.collection_id <> $1`;
const moveLinks = 'update bookmark_collections set space_id = $2 where collection_id = $1';
const moveRow = 'update collections set space_id = $2, updated_at = $3 where id = $1';
const moveBookmarks = `
  update bookmarks set space_id = $2
  where id in (select bookmark_id from bookmark_collections where collection_id = $1)`;

/**
 * Moves a collection of the actor to another of their spaces. Its bookmarks, those in the trash too, go with it as they
 * are and leave their other collections. Where it is already, nothing changes. Throws NOT_FOUND, SPACE_NOT_FOUND for
 * the other space, DEFAULT_COLLECTION.
 */
export function moveCollection(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  id: string,
  spaceId: string,
): Promise<CollectionRecord> {
  return inTransaction(db, async (tx) => {
    await lockAccountRow(tx, accountId);
    const { spaceId: from, isDefault } = await getCollectionRow(tx, accountId, id);
    const named = new Set([from, spaceId]);
    if ((await lockSpaces(tx, accountId, [...named])) < named.size) throw new Problem('SPACE_NOT_FOUND');
    // While the lock was waited for, it could be deleted.
    const current = await getCollectionRow(tx, accountId, id);
    if (isDefault) throw new Problem('DEFAULT_COLLECTION');
    if (from === spaceId) return current;
    await beginBulkChange(tx);
    await tx.query(leaveOthers, [id]);
    await tx.query(moveLinks, [id, spaceId]);
    await tx.query(moveRow, [id, spaceId, clock()]);
    await tx.query(moveBookmarks, [id, spaceId]);
    await clearPendingWords(tx);
    return getCollectionRow(tx, accountId, id);
  });
}
