/**
 * What is known of the pages behind bookmarks: their text for reading, and when each was looked at; and collections
 * that change their place and their space.
 *
 * Both tables belong to bookmarks without a foreign key, as links do: see [Note: No foreign keys on bulk tables]. A
 * bookmark that leads elsewhere, or whose link only its owner can read from then on, loses both in the same statement,
 * whoever changes it. Whoever writes a row of them holds the bookmark's row meanwhile (`for share`), so that none comes
 * in behind such a change.
 */
export const pages = {
  id: '0008-pages',
  sql: `
create table page_contents (
  bookmark_id uuid primary key,
  status text not null check (status in ('ready', 'refused', 'unreachable', 'unsupported', 'empty')),
  title text not null,
  byline text not null,
  excerpt text not null,
  html text not null,
  text text not null,
  word_count integer not null,
  fetched_at timestamptz not null
);

-- A page that is looked at now and then, whether it is still there. \`failures\` are days on which it was not;
-- \`by_get\` says that its site does not answer HEAD.
create table link_checks (
  bookmark_id uuid primary key,
  host text not null,
  failures smallint not null default 0,
  by_get boolean not null default false,
  due_at timestamptz not null
);
create index link_checks_due_idx on link_checks (due_at);

-- From when on a host may be asked again; a row is of use for seconds.
create table link_hosts (
  host text primary key,
  free_at timestamptz not null
);
create index link_hosts_free_idx on link_hosts (free_at);

-- How far the search for bookmarks that are not looked at yet has come: it goes round and round in the order of ids,
-- a few thousand at a time. Rows of their own made with each bookmark would make every import slower.
create table link_walk (
  id boolean primary key default true check (id),
  bookmark_id uuid not null
);
insert into link_walk (bookmark_id) values ('00000000-0000-0000-0000-000000000000');

create function mw_pages_erased() returns trigger language plpgsql as $$
declare
  gone uuid[] := array(select id from removed);
begin
  delete from page_contents where bookmark_id = any (gone);
  delete from link_checks where bookmark_id = any (gone);
  return null;
end $$;
create trigger bookmarks_pages_erased after delete on bookmarks
  referencing old table as removed for each statement execute function mw_pages_erased();

create function mw_link_changes() returns trigger language plpgsql as $$
begin
  new.broken := false;
  return new;
end $$;
create trigger bookmarks_link_changes before update of url on bookmarks
  for each row when (old.url is distinct from new.url) execute function mw_link_changes();

create function mw_link_changed() returns trigger language plpgsql as $$
begin
  delete from page_contents where bookmark_id = new.id;
  delete from link_checks where bookmark_id = new.id;
  if new.encrypted then delete from link_hosts where host = old.domain; end if;
  return null;
end $$;
create trigger bookmarks_link_changed after update of url on bookmarks
  for each row when (old.url is distinct from new.url) execute function mw_link_changed();

create index collections_order_idx on collections (space_id, order_key, id);

create function mw_collections_moved() returns trigger language plpgsql as $$
begin
  if not exists (select id, space_id from after_rows except select id, space_id from before_rows) then
    return null;
  end if;
  update spaces s set collection_count = s.collection_count + d.n
    from (select space_id, sum(n) n from (
        select space_id, 1 n from after_rows union all select space_id, -1 from before_rows) c
      group by 1) d
    where s.id = d.space_id and d.n <> 0;
  return null;
end $$;
create trigger collections_moved after update on collections
  referencing old table as before_rows new table as after_rows
  for each statement execute function mw_collections_moved();
`,
};
