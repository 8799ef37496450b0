/**
 * Undo for deleting, merging and moving a collection.
 *
 * [Note: Collection journal] Next to the bookmarks of a change ([Note: Journal]) stand the collections that it touches:
 * `before` is the whole row for a collection that was deleted or merged away, with the imports that had it as their
 * target, and only the changed columns for one that is still there. The rows go with their change.
 */
export const collectionChanges = {
  id: '0027-collection-changes',
  sql: `
create table change_collections (
  change_id uuid not null references changes (id) on delete cascade,
  collection_id uuid not null,
  kind text not null check (kind in ('deleted', 'moved', 'updated')),
  before jsonb not null,
  primary key (change_id, collection_id)
);
`,
};
