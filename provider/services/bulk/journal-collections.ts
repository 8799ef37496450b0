import type { Queryable } from '@/provider/db/transaction';
import { linksOf, recordChange, type Change } from '@/provider/services/bulk/journal';

// Counters come back with the links, and what was derived is derived again.
const restoredColumns = `id, space_id, account_id, name, description, color, security, listed, is_default, slug, smart,
  source_path, extra, order_key, import_id, last_accessed_at, created_at, updated_at`;

const noteDeleted = {
  name: 'note-deleted-collection',
  text: `insert into change_collections (change_id, collection_id, kind, before)
    select $1, c.id, 'deleted', to_jsonb(c) || jsonb_build_object(
      'imports', coalesce((select jsonb_agg(i.id) from imports i where i.collection_id = c.id), '[]'))
    from collections c where c.id = $2`,
};

const noteMoved = {
  name: 'note-moved-collection',
  text: `insert into change_collections (change_id, collection_id, kind, before)
    select $1, id, 'moved', jsonb_build_object('space_id', space_id, 'updated_at', updated_at)
    from collections where id = $2`,
};

const noteUpdated = {
  name: 'note-updated-collection',
  text: `insert into change_collections (change_id, collection_id, kind, before)
    select $1, id, 'updated', jsonb_build_object('updated_at', updated_at) from collections where id = $2`,
};

const notes = { deleted: noteDeleted, moved: noteMoved, updated: noteUpdated };

/** What of the bookmarks in a collection a change touches beside their links, as SQL over `bookmarks b`. */
const touchedFields = {
  links: `'{}'::jsonb`,
  space: `jsonb_build_object('space_id', b.space_id)`,
  // One that is in the trash already stays as it is.
  trash: `case when b.deleted_at is null
    then jsonb_build_object('deleted_at', null, 'updated_at', b.updated_at) else '{}' end`,
};

/**
 * Begins the journal of a change to a collection: records the change and every bookmark in the collection. Throws
 * CONFLICT.
 */
export async function noteBookmarksOf(
  tx: Queryable,
  change: Change,
  collectionId: string,
  touched: keyof typeof touchedFields,
): Promise<void> {
  await recordChange(tx, change);
  await tx.query({
    name: `note-bookmarks-of-collection-${touched}`,
    text: `insert into change_rows (change_id, bookmark_id, before, links)
      select $1, b.id, ${touchedFields[touched]}, ${linksOf}
      from bookmark_collections m join bookmarks b on b.id = m.bookmark_id where m.collection_id = $2`,
    values: [change.id, collectionId],
  });
}

/** Records a collection before it is changed; the change itself is recorded already. */
export const noteCollection = (
  tx: Queryable,
  { id }: Change,
  collectionId: string,
  kind: keyof typeof notes,
): Promise<unknown> => tx.query({ ...notes[kind], values: [id, collectionId] });

const restoreDeleted = {
  name: 'undo-deleted-collections',
  text: `insert into collections (${restoredColumns})
    select ${restoredColumns.replace(/\b(?=\w)/g, 'r.')}
    from change_collections n cross join jsonb_populate_record(null::collections, n.before) r
    where n.change_id = $1 and n.kind = 'deleted' on conflict (id) do nothing`,
};

const restoreTargets = {
  name: 'undo-import-targets',
  text: `update imports i set collection_id = n.collection_id
    from change_collections n where n.change_id = $1 and n.kind = 'deleted'
      and n.before -> 'imports' ? i.id::text and i.space_id = (n.before ->> 'space_id')::uuid`,
};

const restoreTimes = {
  name: 'undo-collection-times',
  text: `update collections k set updated_at = (n.before ->> 'updated_at')::timestamptz
    from change_collections n join changes c on c.id = n.change_id
    where n.change_id = $1 and n.kind = 'updated' and k.id = n.collection_id and k.updated_at = c.created_at`,
};

const findMoved = {
  name: 'undo-moved-collections',
  text: `select n.collection_id as "id", n.before ->> 'space_id' as "spaceId",
      case when k.updated_at = c.created_at then n.before ->> 'updated_at' else k.updated_at::text end as "updatedAt"
    from change_collections n join changes c on c.id = n.change_id join collections k on k.id = n.collection_id
    where n.change_id = $1 and n.kind = 'moved' and k.space_id <> (n.before ->> 'space_id')::uuid`,
};

const forget = {
  name: 'undo-forget-collections',
  text: 'delete from change_collections where change_id = $1',
};

interface Moved {
  id: string;
  spaceId: string;
  updatedAt: string;
}

/**
 * Restores the collections of a change: those that were deleted come back, without bookmarks, and one that was moved
 * goes back with all that is in it now. The links of the change's bookmarks are restored after that.
 */
export async function restoreCollections(tx: Queryable, changeId: string): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'undo-find-collections',
    text: 'select from change_collections where change_id = $1 limit 1',
    values: [changeId],
  });
  if (rowCount === 0) return;
  await tx.query({ ...restoreDeleted, values: [changeId] });
  await tx.query({ ...restoreTargets, values: [changeId] });
  await tx.query({ ...restoreTimes, values: [changeId] });
  const { rows } = await tx.query<Moved>({ ...findMoved, values: [changeId] });
  for (const { id, spaceId, updatedAt } of rows) await changeSpaceOf(tx, id, spaceId, updatedAt);
  await tx.query({ ...forget, values: [changeId] });
}

const leaveOthers = `
  delete from bookmark_collections o using bookmark_collections l
  where l.collection_id = $1 and o.bookmark_id = l.bookmark_id and o.collection_id <> $1`;
const moveLinks = 'update bookmark_collections set space_id = $2 where collection_id = $1';
const moveRow = 'update collections set space_id = $2, updated_at = $3 where id = $1';
const moveBookmarks = `
  update bookmarks set space_id = $2
  where id in (select bookmark_id from bookmark_collections where collection_id = $1)`;

/** Writes a collection and its bookmarks into another space; they leave their other collections. */
export async function changeSpaceOf(
  tx: Queryable,
  id: string,
  spaceId: string,
  updatedAt: Date | string,
): Promise<void> {
  await tx.query(leaveOthers, [id]);
  await tx.query(moveLinks, [id, spaceId]);
  await tx.query(moveRow, [id, spaceId, updatedAt]);
  await tx.query(moveBookmarks, [id, spaceId]);
}
