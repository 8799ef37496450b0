import type { Actor } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { beginChange } from '@/provider/services/bulk/journal';
import { noteBookmarksOf, noteCollection } from '@/provider/services/bulk/journal-collections';
import type { CollectionRecord } from '@/provider/services/collections/collection-record';
import {
  findCollectionRow,
  getCollectionRow,
  lockCollectionRow,
} from '@/provider/services/collections/collection-rows';
import { beginBulkChange } from '@/provider/services/space/bulk-change';

// Into the default collection goes only what is in no other.
const joinLinks = `
  insert into bookmark_collections (bookmark_id, collection_id, space_id, live, created_at)
  select l.bookmark_id, $2, l.space_id, l.live, l.created_at from bookmark_collections l
  where l.collection_id = $1 and (not $3 or not exists (
    select from bookmark_collections o where o.bookmark_id = l.bookmark_id and o.collection_id <> l.collection_id))
  on conflict do nothing`;

/**
 * Puts all bookmarks of a collection of the actor, those in the trash too, into another one of the same space, and
 * deletes it. Throws NOT_FOUND for either, DEFAULT_COLLECTION when the default one would go, VALIDATION_FAILED for a
 * collection into itself, SMART_COLLECTION when one of them is smart, CONFLICT for an `undo` that is taken.
 */
export function mergeCollection(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  id: string,
  { into: intoId, undo }: { into: string; undo?: string | undefined },
): Promise<CollectionRecord> {
  return inTransaction(db, async (tx) => {
    const merged = await lockCollectionRow(tx, accountId, id);
    const into = await findCollectionRow(tx, accountId, intoId);
    if (into?.spaceId !== merged.spaceId) throw new Problem('NOT_FOUND');
    if (into.id === merged.id) {
      throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'into', code: 'invalid_value' }] });
    }
    if (merged.isDefault) throw new Problem('DEFAULT_COLLECTION');
    if (merged.smart ?? into.smart) throw new Problem('SMART_COLLECTION');
    const now = clock();
    const change = beginChange({ accountId, spaceId: merged.spaceId }, now, undo);
    await beginBulkChange(tx);
    await noteBookmarksOf(tx, change, merged.id, 'links');
    await noteCollection(tx, change, merged.id, 'deleted');
    await noteCollection(tx, change, into.id, 'updated');
    await tx.query(joinLinks, [merged.id, into.id, into.isDefault]);
    await tx.query('delete from collections where id = $1', [merged.id]);
    await tx.query('update collections set updated_at = $2 where id = $1', [into.id, now]);
    return getCollectionRow(tx, accountId, into.id);
  });
}
