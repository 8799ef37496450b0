import type { Actor } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { beginChange } from '@/provider/services/bulk/journal';
import { noteBookmarksOf, noteCollection } from '@/provider/services/bulk/journal-collections';
import { lockCollectionRow } from '@/provider/services/collections/collection-rows';
import { beginBulkChange, clearPendingWords } from '@/provider/services/space/bulk-change';

const trashBookmarks = `
  update bookmarks set deleted_at = $2, updated_at = $2
  where id in (select bookmark_id from bookmark_collections where collection_id = $1 and live)`;

const adoptBookmarks = `
  insert into bookmark_collections (bookmark_id, collection_id, space_id, live, created_at)
  select l.bookmark_id, d.id, l.space_id, l.live, l.created_at
  from bookmark_collections l join collections d on d.space_id = l.space_id and d.is_default
  where l.collection_id = $1 and not exists (
    select 1 from bookmark_collections o
    where o.bookmark_id = l.bookmark_id and o.collection_id <> l.collection_id)`;

export interface DeleteCollection {
  itsBookmarks: 'keep' | 'trash';
  /** The id by which the deletion can be undone. */
  undo?: string | undefined;
}

/**
 * Deletes a collection of the actor. Its bookmarks stay in the library or go to the trash; those of a smart one stay.
 * Those in no other collection are in the default one from then on, so that a bookmark in the trash has a place to be
 * restored to. Throws NOT_FOUND, DEFAULT_COLLECTION, CONFLICT for an `undo` that is taken.
 */
export function deleteCollection(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  id: string,
  { itsBookmarks, undo }: DeleteCollection,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { spaceId, isDefault } = await lockCollectionRow(tx, accountId, id);
    if (isDefault) throw new Problem('DEFAULT_COLLECTION');
    const now = clock();
    await beginBulkChange(tx);
    const change = beginChange({ accountId, spaceId }, now, undo);
    await noteBookmarksOf(tx, change, id, itsBookmarks === 'trash' ? 'trash' : 'links');
    await noteCollection(tx, change, id, 'deleted');
    if (itsBookmarks === 'trash') await tx.query(trashBookmarks, [id, now]);
    await tx.query(adoptBookmarks, [id]);
    await tx.query('delete from collections where id = $1', [id]);
    if (itsBookmarks === 'trash') await clearPendingWords(tx);
  });
}
