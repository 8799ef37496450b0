/**
 * What an import changes in bookmarks that were there before, so that undoing it restores just that.
 *
 * [Note: Import journal] A row for each such bookmark: the fields that the import changed with their values `before` and
 * `after`, and whether the bookmark left the default collection for one of the file's folders (`left_default`, with the
 * import that had put it there). Undo restores a field only while it still holds what the import wrote. The journal is a
 * copy of what bookmarks say: it goes with the bookmark and with the import, and a bookmark that becomes encrypted takes
 * its words out of it.
 */
export const importChanges = {
  id: '0019-import-changes',
  sql: `
create table import_changes (
  import_id uuid not null,
  bookmark_id uuid not null,
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  left_default boolean not null default false,
  default_import_id uuid,
  primary key (import_id, bookmark_id)
);
create index import_changes_bookmark_idx on import_changes (bookmark_id);

-- What the import adds to bookmarks that were in the library: how many get tags, a description and so on.
alter table imports add column merged jsonb not null default '{}';
alter table import_rows add column visits integer not null default 0;
-- A further folder of the entry before it, and no entry of its own.
alter table import_rows add column is_place boolean not null default false;
-- An entry stands in a report once, with all its reasons.
update imports set rows = (
  select jsonb_agg(r - 'reason' || jsonb_build_object('reasons', jsonb_build_array(r -> 'reason')) order by n)
  from jsonb_array_elements(rows) with ordinality x (r, n)) where rows <> '[]';
-- Why it failed, where that is something that the account holder can act on.
alter table imports add column failure text;

create or replace function mw_imports_deleted() returns trigger language plpgsql as $$
begin
  delete from import_rows where import_id in (select id from removed);
  delete from import_folders where import_id in (select id from removed);
  delete from import_changes where import_id in (select id from removed);
  return null;
end $$;

create function mw_bookmarks_forget_imports() returns trigger language plpgsql as $$
begin
  delete from import_changes where bookmark_id = any (array(select id from removed));
  return null;
end $$;
create trigger bookmarks_forget_imports after delete on bookmarks
  referencing old table as removed for each statement execute function mw_bookmarks_forget_imports();

-- A bookmark with a collection is not in the default one: see leaveDefault.
delete from bookmark_collections l using collections d
  where d.id = l.collection_id and d.is_default and exists (
    select from bookmark_collections o where o.bookmark_id = l.bookmark_id and o.collection_id <> l.collection_id);
`,
};
