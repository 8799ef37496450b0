import type { Actor } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { beginChange } from '@/provider/services/bulk/journal';
import { changeSpaceOf, noteBookmarksOf, noteCollection } from '@/provider/services/bulk/journal-collections';
import type { CollectionRecord } from '@/provider/services/collections/collection-record';
import { getCollectionRow } from '@/provider/services/collections/collection-rows';
import { lockAccountRow } from '@/provider/services/lock-space';
import { lockSpaces } from '@/provider/services/lock-spaces';
import { beginBulkChange, clearPendingWords } from '@/provider/services/space/bulk-change';

/**
 * Moves a collection of the actor to another of their spaces. Its bookmarks, those in the trash too, go with it as they
 * are and leave their other collections. In the space where it is already, nothing changes. Throws NOT_FOUND,
 * SPACE_NOT_FOUND for the other space, DEFAULT_COLLECTION, CONFLICT for an `undo` that is taken.
 */
export function moveCollection(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  id: string,
  { space: spaceId, undo }: { space: string; undo?: string | undefined },
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
    const now = clock();
    const change = beginChange({ accountId, spaceId: from }, now, undo);
    await noteBookmarksOf(tx, change, id, 'space');
    await noteCollection(tx, change, id, 'moved');
    await changeSpaceOf(tx, id, spaceId, now);
    await clearPendingWords(tx);
    return getCollectionRow(tx, accountId, id);
  });
}
