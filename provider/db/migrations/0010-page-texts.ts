/**
 * The text of pages, as it is searched, and the pages whose text is still to be fetched in the background.
 *
 * `search` holds the folded words of a page without field codes, see `pageVector`. SQL cannot fold, so a text that was
 * kept before this migration has none until the job comes to it. A row belongs to the space of its bookmark, and
 * follows it. Both tables are as those of the migration 0008: a bookmark that leads elsewhere, or whose link only its
 * owner can read from then on, loses its rows in the same statement, and whoever writes one holds the bookmark's row
 * meanwhile.
 */
export const pageTexts = {
  id: '0010-page-texts',
  sql: `
alter table page_contents add column space_id uuid, add column search tsvector;
update page_contents p set space_id = b.space_id from bookmarks b where b.id = p.bookmark_id;
delete from page_contents where space_id is null;
alter table page_contents alter column space_id set not null;
create index page_contents_search_idx on page_contents using gin (space_id, search) where search is not null;
create index page_contents_unread_idx on page_contents (bookmark_id) where status = 'ready' and search is null;

-- A page that is asked for when \`due_at\` has come; a row goes when its text is kept. \`failures\` are those in a row.
create table page_fetches (
  bookmark_id uuid primary key,
  host text not null,
  failures smallint not null default 0,
  due_at timestamptz not null
);
create index page_fetches_due_idx on page_fetches (due_at, bookmark_id desc);

-- How far the search for bookmarks without a text has come. Ids are made in the order of time: it goes from the newest
-- to the oldest and round again, and looks first at those that came after \`newest\`.
create table page_walk (
  id boolean primary key default true check (id),
  newest uuid not null,
  bookmark_id uuid not null
);
insert into page_walk (newest, bookmark_id)
  select coalesce((select b.id from bookmarks b order by b.id desc limit 1), '00000000-0000-0000-0000-000000000000'),
    'ffffffff-ffff-ffff-ffff-ffffffffffff';

create or replace function mw_pages_erased() returns trigger language plpgsql as $$
declare
  gone uuid[] := array(select id from removed);
begin
  delete from page_contents where bookmark_id = any (gone);
  delete from page_fetches where bookmark_id = any (gone);
  delete from link_checks where bookmark_id = any (gone);
  return null;
end $$;

create or replace function mw_link_changed() returns trigger language plpgsql as $$
begin
  delete from page_contents where bookmark_id = new.id;
  delete from page_fetches where bookmark_id = new.id;
  delete from link_checks where bookmark_id = new.id;
  if new.encrypted then delete from link_hosts where host = old.domain; end if;
  return null;
end $$;

create function mw_page_moved() returns trigger language plpgsql as $$
begin
  update page_contents set space_id = new.space_id where bookmark_id = new.id;
  return null;
end $$;
create trigger bookmarks_page_moved after update of space_id on bookmarks
  for each row when (old.space_id is distinct from new.space_id) execute function mw_page_moved();
`,
};
