/**
 * Bookmarks that were saved without a title: what their pages say of themselves is fetched in the background. A row goes
 * when the page was read, when it could not be read often enough, and with the bookmark.
 */
export const metadataFetches = {
  id: '0020-metadata-fetches',
  sql: `
create table metadata_fetches (
  bookmark_id uuid primary key,
  attempts smallint not null default 0,
  due_at timestamptz not null
);
create index metadata_fetches_due_idx on metadata_fetches (due_at);

create or replace function mw_pages_erased() returns trigger language plpgsql as $$
declare
  gone uuid[] := array(select id from removed);
begin
  delete from page_contents where bookmark_id = any (gone);
  delete from page_fetches where bookmark_id = any (gone);
  delete from metadata_fetches where bookmark_id = any (gone);
  delete from link_checks where bookmark_id = any (gone);
  return null;
end $$;

create or replace function mw_link_changed() returns trigger language plpgsql as $$
begin
  delete from page_contents where bookmark_id = new.id;
  delete from page_fetches where bookmark_id = new.id;
  delete from link_checks where bookmark_id = new.id;
  if new.encrypted then
    delete from metadata_fetches where bookmark_id = new.id;
    delete from link_hosts where host = old.domain;
  end if;
  return null;
end $$;
`,
};
