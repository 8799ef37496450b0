/**
 * Public collections: which of them search engines may list, how many bookmarks anybody sees in one, and when that
 * changed last.
 *
 * [Note: What is shown] Of a public collection, `shown_at` is when the list that anybody sees changed last, and
 * `shown_count` its length: null until somebody reads it after a change, see provider/services/public. Statement triggers
 * mark the collections whose list has changed; they count nothing, so that nothing can drift, and a bulk change writes
 * each collection once. Encrypted bookmarks move neither: nobody can tell from the outside that there are any. A smart
 * collection has no links and is counted at every read.
 */
export const sharing = {
  id: '0012-sharing',
  sql: `
alter table collections
  add column listed boolean not null default false,
  add column shown_count integer,
  add column shown_at timestamptz,
  add check (not listed or security = 1);

create index collections_public_idx on collections (space_id) where security = 1;
create index collections_listed_idx on collections (id) where listed;

-- A time that no earlier mark has had, whoever wrote that and whatever their clock said: whoever counts tells by it
-- whether the list is still the one that was counted.
create function mw_next_mark(before timestamptz) returns timestamptz
  language sql volatile as $$ select greatest(clock_timestamp(), before + interval '1 microsecond') $$;

create function mw_mark_shown(changed uuid[]) returns void language plpgsql as $$
begin
  if changed is null then return; end if;
  update collections set shown_count = null, shown_at = mw_next_mark(greatest(shown_at, updated_at)) where id = any (changed);
end $$;

-- The look at each space ends with its first public collection, however many there are elsewhere.
create function mw_any_public(spaces uuid[]) returns boolean
  language sql stable as $$
    select exists (select from unnest(spaces) s (id) cross join lateral (
      select from collections c where c.space_id = s.id and c.security = 1 limit 1) c)
  $$;

create function mw_links_shown() returns trigger language plpgsql as $$
begin
  -- An import marks what it has changed once it counts.
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  if not mw_any_public(array(select distinct space_id from changed)) then return null; end if;
  perform mw_mark_shown((select array_agg(distinct l.collection_id) from changed l
    join collections c on c.id = l.collection_id and c.security = 1
    join bookmarks b on b.id = l.bookmark_id and not b.encrypted
    where l.live));
  return null;
end $$;
create trigger links_inserted_shown after insert on bookmark_collections
  referencing new table as changed for each statement execute function mw_links_shown();
create trigger links_deleted_shown after delete on bookmark_collections
  referencing old table as changed for each statement execute function mw_links_shown();

-- A plan is kept from the first change, which is of one row: rows before and after are compared as sets, which takes as
-- long as there are rows, while joining them would take the square of it.
create function mw_links_updated_shown() returns trigger language plpgsql as $$
begin
  if not mw_any_public(array(select distinct space_id from after_rows)) then return null; end if;
  perform mw_mark_shown((select array_agg(distinct l.collection_id) from (
      select bookmark_id, collection_id, live from after_rows
      except select bookmark_id, collection_id, live from before_rows) l
    join collections c on c.id = l.collection_id and c.security = 1
    join bookmarks b on b.id = l.bookmark_id and not b.encrypted));
  return null;
end $$;
create trigger links_updated_shown after update on bookmark_collections
  referencing old table as before_rows new table as after_rows
  for each statement execute function mw_links_updated_shown();

create function mw_bookmarks_updated_shown() returns trigger language plpgsql as $$
begin
  if not mw_any_public(array(select distinct space_id from after_rows)) then return null; end if;
  perform mw_mark_shown((select array_agg(distinct l.collection_id) from (
      select id, title, url, encrypted from after_rows
      except select id, title, url, encrypted from before_rows) b
    join bookmark_collections l on l.bookmark_id = b.id and l.live
    join collections c on c.id = l.collection_id and c.security = 1));
  return null;
end $$;
create trigger bookmarks_updated_shown after update on bookmarks
  referencing old table as before_rows new table as after_rows
  for each statement execute function mw_bookmarks_updated_shown();

-- By its name it runs before the trigger that takes the links away.
create function mw_bookmarks_deleted_shown() returns trigger language plpgsql as $$
begin
  if not mw_any_public(array(select distinct space_id from removed)) then return null; end if;
  perform mw_mark_shown((select array_agg(distinct l.collection_id) from removed r
    join bookmark_collections l on l.bookmark_id = r.id and l.live
    join collections c on c.id = l.collection_id and c.security = 1
    where not r.encrypted));
  return null;
end $$;
create trigger bookmarks_before_deleted_shown after delete on bookmarks
  referencing old table as removed for each statement execute function mw_bookmarks_deleted_shown();

-- What an import brings can be read, and it counts all of it at its end.
create function mw_collection_shown() returns trigger language plpgsql as $$
begin
  new.shown_count := null;
  new.shown_at := mw_next_mark(greatest(old.shown_at, old.updated_at));
  return new;
end $$;
create trigger collections_imported_shown before update of bookmark_count on collections
  for each row when (new.security = 1 and current_setting('markwell.counting', true) = 'later')
  execute function mw_collection_shown();
create trigger collections_published_shown before update of security on collections
  for each row when (new.security = 1 and old.security <> 1) execute function mw_collection_shown();
`,
};
