/**
 * What a JSON export says of its default collection, and which of that an import took over: `file`, then the values
 * `before` and `after` of the collection that was changed, for undo. Null where the file says nothing of it.
 */
export const importDefaultCollection = {
  id: '0031-import-default-collection',
  sql: `alter table imports add column default_collection jsonb;`,
};
