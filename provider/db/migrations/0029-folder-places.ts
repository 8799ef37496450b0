/** Where a folder of a file stands among its entries, so that an import keeps the order of both. */
export const folderPlaces = {
  id: '0029-folder-places',
  sql: 'alter table import_folders add column entries_before integer not null default 0;',
};
