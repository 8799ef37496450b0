-- What Drizzle cannot express: settings of tables, functions and triggers. The notes are in provider/db/schema.
--
-- [Note: Plans of triggers] is about all triggers here.

-- Checked at commit: an account and its first space are inserted in one transaction.
alter table accounts add foreign key (id, current_space_id) references spaces (account_id, id)
  deferrable initially deferred;

-- The account stays when the collection goes.
alter table imports add foreign key (account_id, collection_id) references collections (account_id, id)
  on delete set null (collection_id);

-- A space, and a collection, belong to one account: without this the planner takes conditions on both for independent,
-- and expects a fraction of the rows.
create statistics bookmarks_owner (dependencies) on account_id, space_id from bookmarks;
create statistics collections_owner (dependencies) on account_id, space_id from collections;
create statistics bookmark_collections_owner (dependencies) on account_id, collection_id from bookmark_collections;
create statistics page_contents_owner (dependencies) on account_id, space_id from page_contents;
create statistics change_rows_owner (dependencies) on account_id, change_id from change_rows;
create statistics import_rows_owner (dependencies) on account_id, import_id from import_rows;

alter table space_words set (fillfactor = 75);

-- Statistics of a column hold real values of it, which would outlive the encryption of a bookmark. The planner needs none
-- of these: no statement filters, joins, sorts or groups by them except on single rows.
alter table bookmarks
  alter column title set statistics 0,
  alter column url set statistics 0,
  alter column path set statistics 0,
  alter column description set statistics 0,
  alter column extra set statistics 0;
alter table page_contents
  alter column title set statistics 0,
  alter column byline set statistics 0,
  alter column excerpt set statistics 0,
  alter column html set statistics 0,
  alter column text set statistics 0;
alter table import_rows
  alter column url set statistics 0,
  alter column domain set statistics 0,
  alter column path set statistics 0,
  alter column title set statistics 0,
  alter column title_key set statistics 0,
  alter column description set statistics 0,
  alter column tags set statistics 0,
  alter column extra set statistics 0;
alter table imports
  alter column rows set statistics 0;
alter table import_changes
  alter column before set statistics 0,
  alter column after set statistics 0;
alter table changes
  alter column renamed_tag set statistics 0;
alter table change_rows
  alter column before set statistics 0;

insert into link_progress (bookmark_id) values ('00000000-0000-0000-0000-000000000000');
insert into page_progress (newest, bookmark_id)
  values ('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff');

-- Counters of spaces, tags and collections: [Note: Counters].

-- Stands in for the foreign keys that bulk tables do not have.
create function mw_refuse_orphans(parent text) returns void language plpgsql as $$
begin
  raise exception 'the % of a new row is gone', parent using errcode = 'foreign_key_violation';
end $$;

-- References of blobs, and what they count: [Note: Blobs] in provider/db/schema/blobs.ts.

create function mw_require_room(owners uuid[]) returns void language plpgsql as $$
declare
  quota bigint := nullif(current_setting('markwell.storage_quota', true), '')::bigint;
begin
  if quota is null then return; end if;
  if exists (select from spaces s where s.account_id = any (owners)
      group by s.account_id
      having sum(s.stored_bytes) + coalesce((select u.bytes from blob_usage u where u.account_id = s.account_id), 0) > quota) then
    raise exception 'the storage quota of the account is exceeded' using errcode = 'MW001';
  end if;
end $$;

create type mw_tag_shift as (space_id uuid, name text, shift integer);

create function mw_shift_tags(shifts mw_tag_shift[]) returns void language plpgsql as $$
begin
  if shifts is null then return; end if;
  insert into tags as t (space_id, key, name, bookmark_count)
    select space_id, mw_tag_key(name), min(name), sum(shift) from unnest(shifts)
    group by 1, 2 having sum(shift) > 0 order by 1, 2
    on conflict (space_id, key) do update set bookmark_count = t.bookmark_count + excluded.bookmark_count;
  -- Not by the insertion above: a tag that goes away with its space must not come back.
  update tags t set bookmark_count = t.bookmark_count + s.shift
    from (select space_id, mw_tag_key(name) as key, sum(shift) as shift from unnest(shifts)
      group by 1, 2 having sum(shift) < 0) s
    where t.space_id = s.space_id and t.key = s.key;
  delete from tags t using (select distinct space_id, mw_tag_key(name) as key from unnest(shifts) where shift < 0) s
    where t.space_id = s.space_id and t.key = s.key and t.bookmark_count <= 0;
end $$;

create function mw_bookmarks_inserted() returns trigger language plpgsql as $$
declare
  counted_spaces integer;
  owners uuid[];
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  with counted as (
    update spaces s set bookmark_count = s.bookmark_count + d.live, favorite_count = s.favorite_count + d.favorite,
        trash_count = s.trash_count + d.trash, stored_bytes = s.stored_bytes + d.bytes,
        last_activity_at = greatest(s.last_activity_at, d.latest)
      from (select account_id, space_id, count(*) filter (where deleted_at is null) live,
          count(*) filter (where deleted_at is null and favorite) favorite,
          count(*) filter (where deleted_at is not null) trash, sum(stored_bytes) bytes, max(updated_at) latest
        from added group by account_id, space_id) d
      where s.account_id = d.account_id and s.id = d.space_id returning s.account_id)
  select count(*), array_agg(distinct account_id) into counted_spaces, owners from counted;
  if counted_spaces < (select count(distinct space_id) from added) then perform mw_refuse_orphans('space'); end if;
  perform mw_require_room(owners);
  insert into tags as t (space_id, key, name, bookmark_count)
    select space_id, mw_tag_key(tag), min(tag), count(*) from added, unnest(tags) tag
    where deleted_at is null group by 1, 2 order by 1, 2
    on conflict (space_id, key) do update set bookmark_count = t.bookmark_count + excluded.bookmark_count;
  return null;
end $$;
create trigger bookmarks_inserted after insert on bookmarks
  referencing new table as added for each statement execute function mw_bookmarks_inserted();

create function mw_bookmarks_deleted() returns trigger language plpgsql as $$
declare
  owners uuid[] := array(select distinct account_id from removed);
  gone uuid[] := array(select id from removed);
begin
  update spaces s set bookmark_count = s.bookmark_count - d.live, favorite_count = s.favorite_count - d.favorite,
      trash_count = s.trash_count - d.trash, stored_bytes = s.stored_bytes - d.bytes
    from (select account_id, space_id, count(*) filter (where deleted_at is null) live,
        count(*) filter (where deleted_at is null and favorite) favorite,
        count(*) filter (where deleted_at is not null) trash, sum(stored_bytes) bytes
      from removed group by account_id, space_id) d
    where s.account_id = d.account_id and s.id = d.space_id;
  perform mw_shift_tags((select array_agg(row (space_id, tag, -1)::mw_tag_shift)
    from removed, unnest(tags) tag where deleted_at is null));
  delete from bookmark_collections where account_id = any (owners) and bookmark_id = any (gone);
  perform from change_rows where account_id = any (owners) and bookmark_id = any (gone)
    order by change_id, bookmark_id for update;
  delete from change_rows where account_id = any (owners) and bookmark_id = any (gone);
  return null;
end $$;
create trigger bookmarks_deleted after delete on bookmarks
  referencing old table as removed for each statement execute function mw_bookmarks_deleted();

-- Every change of a bookmark reaches the space, also one in the same instant as another.
create function mw_bookmarks_updated() returns trigger language plpgsql as $$
declare
  trashed uuid[];
  restored uuid[];
  owners uuid[];
  growth bigint;
  before_row bookmarks;
  after_row bookmarks;
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  -- One row that keeps its space, its tags and whether it is in the trash, as in most calls.
  if (select count(*) from after_rows) = 1 then
    select * into before_row from before_rows;
    select * into after_row from after_rows;
    if before_row.space_id = after_row.space_id and before_row.tags = after_row.tags
        and (before_row.deleted_at is null) = (after_row.deleted_at is null) then
      if (before_row.favorite, before_row.updated_at, before_row.stored_bytes)
          = (after_row.favorite, after_row.updated_at, after_row.stored_bytes) then
        return null;
      end if;
      update spaces s set
          favorite_count = s.favorite_count
            + case when after_row.deleted_at is null then after_row.favorite::int - before_row.favorite::int else 0 end,
          stored_bytes = s.stored_bytes + after_row.stored_bytes - before_row.stored_bytes,
          last_activity_at = greatest(s.last_activity_at, after_row.updated_at)
        where s.account_id = after_row.account_id and s.id = after_row.space_id;
      if after_row.stored_bytes > before_row.stored_bytes then
        perform mw_require_room(array[after_row.account_id]);
      end if;
      return null;
    end if;
  end if;
  -- A visit changes nothing that is counted.
  if not exists (
    select id, space_id, deleted_at is null, favorite, tags, updated_at, stored_bytes from after_rows
    except select id, space_id, deleted_at is null, favorite, tags, updated_at, stored_bytes from before_rows) then
    return null;
  end if;
  with d as materialized (
    select account_id, space_id, sum(live) live, sum(favorite) favorite, sum(trash) trash, sum(bytes) bytes,
      max(updated_at) latest
    from (
      select account_id, space_id, (deleted_at is null)::int live, (deleted_at is null and favorite)::int favorite,
        (deleted_at is not null)::int trash, stored_bytes bytes, updated_at from after_rows
      union all
      select account_id, space_id, -(deleted_at is null)::int, -(deleted_at is null and favorite)::int,
        -(deleted_at is not null)::int, -stored_bytes, null from before_rows) c
    group by account_id, space_id), counted as (
    update spaces s set bookmark_count = s.bookmark_count + d.live, favorite_count = s.favorite_count + d.favorite,
        trash_count = s.trash_count + d.trash, stored_bytes = s.stored_bytes + d.bytes,
        last_activity_at = greatest(s.last_activity_at, d.latest)
      from d where s.account_id = d.account_id and s.id = d.space_id)
  select array_agg(distinct account_id), sum(bytes) into owners, growth from d;
  if growth > 0 then perform mw_require_room(owners); end if;
  perform mw_shift_tags((select array_agg(row (space_id, tag, shift)::mw_tag_shift) from (
    select space_id, tag, sum(shift)::int shift from (
      select space_id, tag, 1 shift from after_rows, unnest(tags) tag where deleted_at is null
      union all
      select space_id, tag, -1 from before_rows, unnest(tags) tag where deleted_at is null) c
    group by 1, 2 having sum(shift) <> 0) d));
  select array_agg(id) filter (where shift < 0), array_agg(id) filter (where shift > 0) into trashed, restored from (
    select id, sum(live) shift from (
      select id, (deleted_at is null)::int live from after_rows
      union all
      select id, -(deleted_at is null)::int from before_rows) c
    group by id having sum(live) <> 0) d;
  if trashed is not null then
    update bookmark_collections set live = false where account_id = any (owners) and bookmark_id = any (trashed);
  end if;
  if restored is not null then
    update bookmark_collections set live = true where account_id = any (owners) and bookmark_id = any (restored);
  end if;
  return null;
end $$;
create trigger bookmarks_updated after update on bookmarks
  referencing old table as before_rows new table as after_rows
  for each statement execute function mw_bookmarks_updated();

create function mw_links_inserted() returns trigger language plpgsql as $$
declare
  counted integer;
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  update collections c set bookmark_count = c.bookmark_count + d.live
    from (select account_id, collection_id, count(*) filter (where live) live from added group by 1, 2) d
    where c.account_id = d.account_id and c.id = d.collection_id;
  get diagnostics counted = row_count;
  if counted < (select count(distinct collection_id) from added) then perform mw_refuse_orphans('collection'); end if;
  return null;
end $$;
create trigger links_inserted after insert on bookmark_collections
  referencing new table as added for each statement execute function mw_links_inserted();

create function mw_links_deleted() returns trigger language plpgsql as $$
begin
  update collections c set bookmark_count = c.bookmark_count - d.live
    from (select account_id, collection_id, count(*) filter (where live) live from removed group by 1, 2) d
    where c.account_id = d.account_id and c.id = d.collection_id and d.live <> 0;
  return null;
end $$;
create trigger links_deleted after delete on bookmark_collections
  referencing old table as removed for each statement execute function mw_links_deleted();

create function mw_links_updated() returns trigger language plpgsql as $$
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  update collections c set bookmark_count = c.bookmark_count + d.live
    from (select account_id, collection_id, sum(live) live from (
        select account_id, collection_id, live::int from after_rows
        union all
        select account_id, collection_id, -live::int from before_rows) x
      group by 1, 2) d
    where c.account_id = d.account_id and c.id = d.collection_id and d.live <> 0;
  return null;
end $$;
create trigger links_updated after update on bookmark_collections
  referencing old table as before_rows new table as after_rows
  for each statement execute function mw_links_updated();

create function mw_collections_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if current_setting('markwell.counting', true) = 'later' then return null; end if;
    update spaces s set collection_count = s.collection_count + d.n
      from (select account_id, space_id, count(*) n from changed group by 1, 2) d
      where s.account_id = d.account_id and s.id = d.space_id;
  else
    update spaces s set collection_count = s.collection_count - d.n
      from (select account_id, space_id, count(*) n from changed group by 1, 2) d
      where s.account_id = d.account_id and s.id = d.space_id;
    delete from bookmark_collections where (account_id, collection_id) in (select account_id, id from changed);
  end if;
  return null;
end $$;
create trigger collections_inserted after insert on collections
  referencing new table as changed for each statement execute function mw_collections_counted();
create trigger collections_deleted after delete on collections
  referencing old table as changed for each statement execute function mw_collections_counted();

-- The counters of all rows that an import added. The sums come first, so that the rows of the counters are locked only
-- while they are written. Each collection is looked up by its key: with the account as a constant of both sides, the
-- planner reads all collections, and counts the links of the import again for each of them.
create function mw_count_import(account uuid, import uuid) returns void language plpgsql as $$
declare
  brought record;
  shifts mw_tag_shift[];
  counted integer;
begin
  select b.space_id, count(*) filter (where b.deleted_at is null) live,
      count(*) filter (where b.deleted_at is null and b.favorite) favorite, sum(b.stored_bytes) bytes
    into brought from bookmarks b where b.account_id = account and b.import_id = import group by 1;
  select array_agg(row (space_id, tag, n)::mw_tag_shift) into shifts
    from (select b.space_id, tag, count(*) n from bookmarks b, unnest(b.tags) tag
      where b.account_id = account and b.import_id = import and b.deleted_at is null group by 1, 2) t;
  update spaces s set bookmark_count = s.bookmark_count + coalesce(brought.live, 0),
      favorite_count = s.favorite_count + coalesce(brought.favorite, 0),
      stored_bytes = s.stored_bytes + coalesce(brought.bytes, 0),
      collection_count = s.collection_count + (select count(*) from collections c
        where c.account_id = account and c.import_id = import),
      last_activity_at = greatest(s.last_activity_at, i.created_at)
    from imports i where i.account_id = account and i.id = import and s.account_id = account and s.id = i.space_id;
  if not found then perform mw_refuse_orphans('space'); end if;
  if brought.bytes > 0 then perform mw_require_room(array[account]); end if;
  perform mw_shift_tags(shifts);
  update collections c set bookmark_count = c.bookmark_count + d.live
    from (select account_id, collection_id, count(*) filter (where live) live from bookmark_collections l
      where l.account_id = account and l.import_id = import group by 1, 2) d
    where c.account_id = d.account_id and c.id = d.collection_id;
  get diagnostics counted = row_count;
  if counted < (select count(distinct l.collection_id) from bookmark_collections l
      where l.account_id = account and l.import_id = import) then
    perform mw_refuse_orphans('collection');
  end if;
end $$;

-- Spelling of tags.

-- A tag has one spelling in a space: that of its row in `tags`. A bookmark that is written with another one, or comes from
-- another space or from the trash, takes it over. Their order stays.
create function mw_spell_tags() returns trigger language plpgsql as $$
begin
  new.tags := array(
    select coalesce(t.name, own.tag) from unnest(new.tags) with ordinality own (tag, place)
    left join tags t on t.space_id = new.space_id and t.key = mw_tag_key(own.tag)
    order by own.place);
  return new;
end $$;

-- An import spells the tags of all of its rows at the end, with `mw_spell_import_tags`.
create trigger bookmarks_tags_inserted before insert on bookmarks
  for each row when (new.tags <> '{}' and current_setting('markwell.counting', true) is distinct from 'later')
  execute function mw_spell_tags();
create trigger bookmarks_tags_written before update of tags, space_id, deleted_at on bookmarks
  for each row when (
    new.tags <> '{}'
    and (new.tags <> old.tags or new.space_id <> old.space_id or new.deleted_at is distinct from old.deleted_at)
    and current_setting('markwell.counting', true) is distinct from 'later')
  execute function mw_spell_tags();

-- Of several spellings in the file of a tag that is new to the space, one wins. It is called before the rows are counted.
create function mw_spell_import_tags(account uuid, import uuid) returns void language plpgsql as $$
declare
  found_spellings text[];
  right_spellings text[];
begin
  with used as materialized (
    select distinct b.space_id, own.tag from bookmarks b, unnest(b.tags) own (tag)
    where b.account_id = account and b.import_id = import),
  spelled as (
    select u.tag, coalesce(t.name, min(u.tag) over (partition by mw_tag_key(u.tag))) as name
    from used u left join tags t on t.space_id = u.space_id and t.key = mw_tag_key(u.tag))
  select array_agg(tag order by tag), array_agg(name order by tag) into found_spellings, right_spellings
    from spelled where tag <> name;
  if found_spellings is null then return; end if;
  update bookmarks b set tags = array(
      select coalesce(right_spellings[array_position(found_spellings, own.tag)], own.tag)
      from unnest(b.tags) with ordinality own (tag, place) order by own.place)
    where b.account_id = account and b.import_id = import and b.tags && found_spellings;
end $$;

-- Waits for the lock of a space, and only then reads which of its collections a new bookmark is added to (the given ones, or
-- else the default one), and whether a bookmark of this page exists. One statement would see both as they were when it
-- began to wait.
create function mw_open_places(account uuid, space uuid, page uuid, chosen uuid[])
  returns table (id uuid, name text, color text, icon text, security smallint, natural_key text, smart boolean, taken boolean)
  language plpgsql volatile rows 1 as $$
#variable_conflict use_column
declare
  is_taken boolean;
begin
  perform from spaces s where s.account_id = account and s.id = space for no key update;
  is_taken := exists (
    select from bookmarks b
    where b.account_id = account and b.space_id = space and b.url_key = page and b.deleted_at is null);
  if cardinality(chosen) = 0 then
    return query select c.id, c.name, c.color, c.icon, c.security, c.natural_key, c.smart is not null, is_taken
      from collections c where c.account_id = account and c.space_id = space and c.is_default;
  else
    return query select c.id, c.name, c.color, c.icon, c.security, c.natural_key, c.smart is not null, is_taken
      from collections c where c.account_id = account and c.id = any (chosen) and c.space_id = space;
  end if;
end $$;

-- Revisions, by which smart collections are counted again: [Note: Revision].

create function mw_spaces_revised() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger spaces_revised before update on spaces
  for each row execute function mw_spaces_revised();

create function mw_links_revised() returns trigger language plpgsql as $$
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  update spaces set revision = revision + 1
    where (account_id, id) in (select account_id, space_id from changed) and xmin <> pg_current_xact_id()::xid;
  return null;
end $$;
create trigger links_inserted_revised after insert on bookmark_collections
  referencing new table as changed for each statement execute function mw_links_revised();
create trigger links_deleted_revised after delete on bookmark_collections
  referencing old table as changed for each statement execute function mw_links_revised();

create function mw_collection_revised() returns trigger language plpgsql as $$
begin
  update spaces set revision = revision + 1 where account_id = new.account_id and id = new.space_id;
  return null;
end $$;
create trigger collections_revised after update of name, security, smart on collections
  for each row when (old.name <> new.name or old.security <> new.security or old.smart is distinct from new.smart)
  execute function mw_collection_revised();

-- Public lists: [Note: What is shown].

-- A time that no earlier mark has had, whatever the clock says: a reader that counts tells by it whether the list is still
-- the one that was counted.
create function mw_next_mark(before timestamptz) returns timestamptz
  language sql volatile as $$ select greatest(clock_timestamp(), before + interval '1 microsecond') $$;

create function mw_mark_shown(changed uuid[]) returns void language plpgsql as $$
begin
  if changed is null then return; end if;
  update collections set shown_count = null, shown_at = mw_next_mark(greatest(shown_at, updated_at)) where id = any (changed);
end $$;

-- The search in each space ends with its first public collection.
create function mw_any_public(spaces uuid[]) returns boolean
  language sql stable as $$
    select exists (select from unnest(spaces) s (id) cross join lateral (
      select from collections c where c.space_id = s.id and c.security = 1 limit 1) c)
  $$;

create function mw_links_shown() returns trigger language plpgsql as $$
begin
  -- An import marks what it has changed once it counts.
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  if not exists (select from (select distinct space_id from changed) s cross join lateral (
      select from collections c where c.space_id = s.space_id and c.security = 1 limit 1) c) then
    return null;
  end if;
  perform mw_mark_shown((select array_agg(distinct l.collection_id) from changed l
    join collections c on c.account_id = l.account_id and c.id = l.collection_id and c.security = 1
    join bookmarks b on b.account_id = l.account_id and b.id = l.bookmark_id and not b.encrypted
    where l.live));
  return null;
end $$;
create trigger links_inserted_shown after insert on bookmark_collections
  referencing new table as changed for each statement execute function mw_links_shown();
create trigger links_deleted_shown after delete on bookmark_collections
  referencing old table as changed for each statement execute function mw_links_shown();

-- The plan of the first change, which may be of one row, is cached: rows before and after are compared as sets, which is
-- linear in their number, while a join would be quadratic.
create function mw_links_updated_shown() returns trigger language plpgsql as $$
begin
  if not mw_any_public(array(select distinct space_id from after_rows)) then return null; end if;
  perform mw_mark_shown((select array_agg(distinct l.collection_id) from (
      select account_id, bookmark_id, collection_id, live from after_rows
      except select account_id, bookmark_id, collection_id, live from before_rows) l
    join collections c on c.account_id = l.account_id and c.id = l.collection_id and c.security = 1
    join bookmarks b on b.account_id = l.account_id and b.id = l.bookmark_id and not b.encrypted));
  return null;
end $$;
create trigger links_updated_shown after update on bookmark_collections
  referencing old table as before_rows new table as after_rows
  for each statement execute function mw_links_updated_shown();

create function mw_bookmarks_updated_shown() returns trigger language plpgsql as $$
begin
  if not mw_any_public(array(select distinct space_id from after_rows)) then return null; end if;
  perform mw_mark_shown((select array_agg(distinct l.collection_id) from (
      select account_id, id, title, url, encrypted from after_rows
      except select account_id, id, title, url, encrypted from before_rows) b
    join bookmark_collections l on l.account_id = b.account_id and l.bookmark_id = b.id and l.live
    join collections c on c.account_id = l.account_id and c.id = l.collection_id and c.security = 1));
  return null;
end $$;
create trigger bookmarks_updated_shown after update on bookmarks
  referencing old table as before_rows new table as after_rows
  for each statement execute function mw_bookmarks_updated_shown();

-- By its name it runs before the trigger that deletes the links.
create function mw_bookmarks_deleted_shown() returns trigger language plpgsql as $$
begin
  if not mw_any_public(array(select distinct space_id from removed)) then return null; end if;
  perform mw_mark_shown((select array_agg(distinct l.collection_id) from removed r
    join bookmark_collections l on l.account_id = r.account_id and l.bookmark_id = r.id and l.live
    join collections c on c.account_id = l.account_id and c.id = l.collection_id and c.security = 1
    where not r.encrypted));
  return null;
end $$;
create trigger bookmarks_before_deleted_shown after delete on bookmarks
  referencing old table as removed for each statement execute function mw_bookmarks_deleted_shown();

-- Rows of an import are visible at once, and it counts all of them at its end.
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

-- Words of a space: [Note: Words of a space].

create function mw_is_word(lexeme text) returns boolean
  language sql immutable parallel safe as $$
    select ascii(lexeme) in (103, 104, 110, 116, 120) and char_length(lexeme) > 3
      and ltrim(substr(lexeme, 2), '0123456789') <> ''
  $$;

-- The words among the lexemes of a bookmark, once for each field that contains them: title, tags, host, notes or the rest.
-- Functions that count them turn sorting off: the planner expects few words and would sort them, which for a million
-- takes four times as long as hashing. Rows are written in the order of words: the trigram index takes neighbors at a
-- third of the cost.
create function mw_words(vector tsvector) returns setof text
  language sql immutable parallel safe rows 20
  as $$ select substr(lexeme, 2) from unnest(tsvector_to_array(vector)) lexeme where mw_is_word(lexeme) $$;

create type mw_word_shift as (space_id uuid, word text, shift integer);

create function mw_shift_words(shifts mw_word_shift[]) returns void language plpgsql as $$
declare
  unused mw_word_shift[];
begin
  if shifts is null then return; end if;
  with shifted as (
    insert into space_words as w (space_id, word, uses)
      select s.space_id, s.word, s.shift from unnest(shifts) s order by 1, 2
      on conflict (space_id, word) do update set uses = w.uses + excluded.uses
      returning w.space_id, w.word, w.uses)
  select array_agg(row (s.space_id, s.word, s.uses)::mw_word_shift) into unused from shifted s where s.uses <= 0;
  if unused is null then return; end if;
  delete from space_words w using unnest(unused) u where w.space_id = u.space_id and w.word = u.word;
end $$;

create function mw_words_inserted() returns trigger language plpgsql set enable_sort = off as $$
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  with c as materialized (
    select a.space_id, word, count(*) uses from added a, mw_words(a.search) word group by 1, 2)
  insert into space_words as w (space_id, word, uses)
    select c.space_id, c.word, c.uses from c order by 1, 2
    on conflict (space_id, word) do update set uses = w.uses + excluded.uses;
  return null;
end $$;
create trigger bookmarks_words_inserted after insert on bookmarks
  referencing new table as added for each statement execute function mw_words_inserted();

-- The words of a deleted space are deleted with it.
create function mw_words_deleted() returns trigger language plpgsql set enable_sort = off as $$
begin
  perform mw_shift_words((select array_agg(row (space_id, word, shift)::mw_word_shift) from (
    select r.space_id, word, -count(*)::integer shift from removed r, mw_words(r.search) word
    where r.space_id in (select id from spaces) group by 1, 2) c));
  return null;
end $$;
create trigger bookmarks_words_deleted after delete on bookmarks
  referencing old table as removed for each statement execute function mw_words_deleted();

create function mw_words_written() returns trigger language plpgsql as $$
begin
  perform set_config('markwell.words', 'written', true);
  return null;
end $$;
create trigger bookmarks_words_written before update of search, space_id on bookmarks
  for each statement execute function mw_words_written();

create function mw_words_updated() returns trigger language plpgsql set enable_sort = off as $$
begin
  if current_setting('markwell.words', true) is distinct from 'written' then return null; end if;
  perform set_config('markwell.words', '', true);
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  perform mw_shift_words((select array_agg(row (space_id, word, shift)::mw_word_shift) from (
    select space_id, word, sum(n)::integer shift from (
      select a.space_id, word, 1 n from after_rows a, mw_words(a.search) word
      union all
      select b.space_id, word, -1 from before_rows b, mw_words(b.search) word) c
    group by 1, 2 having sum(n) <> 0) d));
  return null;
end $$;
create trigger bookmarks_words_updated after update on bookmarks
  referencing old table as before_rows new table as after_rows
  for each statement execute function mw_words_updated();

-- Counts each lexeme before it is taken apart: an import has a million of them, but only some ten thousand different ones.
-- ts_stat would take time by the square of the words that come in order, as those of numbered titles do.
create function mw_count_import_words(account uuid, import uuid) returns void language plpgsql set enable_sort = off as $$
begin
  with used as materialized (
    select b.space_id, lexeme, count(*) uses from bookmarks b, unnest(tsvector_to_array(b.search)) lexeme
    where b.account_id = account and b.import_id = import group by 1, 2),
  c as materialized (
    select u.space_id, substr(u.lexeme, 2) word, sum(u.uses)::integer uses from used u
    where mw_is_word(u.lexeme) group by 1, 2)
  insert into space_words as w (space_id, word, uses)
    select c.space_id, c.word, c.uses from c order by 1, 2
    on conflict (space_id, word) do update set uses = w.uses + excluded.uses;
end $$;

-- A word without its ending. Portuguese endings are recognized without the accents, which words have lost here.
create function mw_english_root(word text) returns text
  language sql immutable strict parallel safe as $$ select (ts_lexize('english_stem', word))[1] $$;

create function mw_portuguese_root(word text) returns text
  language sql immutable strict parallel safe as $$
    select (ts_lexize('portuguese_stem', regexp_replace(regexp_replace(word, '[ao]es$', 'ao'), '([aeou])is$', '\1l')))[1]
  $$;

-- The words of a space that a word of a query may mean, besides those that begin with it: those that contain it and its
-- other forms in English and Portuguese; where there are none at all, from five letters on, those with one typo or two.
-- One with one typo shares a half with it, or has two neighbors swapped; one with two typos shares a third.
create function mw_expand_word(space uuid, typed text, most integer)
  returns table (found text, is_slip boolean) language plpgsql stable rows 10 as $$
#variable_conflict use_column
declare
  size integer := char_length(typed);
  slips integer := case when size >= 8 then 2 else 1 end;
  piece integer := size / (slips + 1);
  highest text := chr(1114111);
  english text := mw_english_root(typed);
  portuguese text := mw_portuguese_root(typed);
  root text := left(portuguese, greatest(2, least(char_length(english), char_length(portuguese)) - 1));
  is_known boolean;
begin
  if size < 3 then return; end if;
  return query select w.word, false from space_words w
    where w.space_id = space and w.word like '%' || typed || '%' and not starts_with(w.word, typed)
    order by w.uses desc, w.word limit most;
  is_known := found;
  if size < 4 or ltrim(typed, '0123456789') = '' then return; end if;
  return query select w.word, false from space_words w
    where w.space_id = space and w.word >= root and w.word < root || highest
      and char_length(w.word) <= size + 6 and position(typed in w.word) = 0
      and (mw_english_root(w.word) = english or mw_portuguese_root(w.word) = portuguese)
    order by w.uses desc, w.word limit most;
  if size < 5 or is_known or found or exists (
    select from space_words w where w.space_id = space and w.word >= typed and w.word < typed || highest) then
    return;
  end if;
  return query
    with swapped as materialized (
      select overlay(typed placing substr(typed, n + 1, 1) || substr(typed, n, 1) from n for 2) form
      from generate_series(1, size - 1) n),
    near as (
      select w.word, w.uses from space_words w
      where w.space_id = space and w.word = any (array(select form from swapped))
      union
      select w.word, w.uses from space_words w
      where w.space_id = space and w.word >= left(typed, piece) and w.word < left(typed, piece) || highest
        and abs(char_length(w.word) - size) <= slips and levenshtein_less_equal(w.word, typed, slips + 1) <= slips + 1
      union
      select w.word, w.uses from space_words w
      where w.space_id = space and w.word like '%' || right(typed, piece)
        and abs(char_length(w.word) - size) <= slips and levenshtein_less_equal(w.word, typed, slips + 1) <= slips + 1
      union
      select w.word, w.uses from space_words w
      where slips = 2 and w.space_id = space and w.word like '%' || substr(typed, piece + 1, size - 2 * piece) || '%'
        and abs(char_length(w.word) - size) <= slips and levenshtein_less_equal(w.word, typed, slips + 1) <= slips + 1),
    judged as (
      select near.word, near.uses, case
          when near.word in (select form from swapped) then 1
          when levenshtein_less_equal(near.word, typed, slips) <= slips
            then levenshtein_less_equal(near.word, typed, slips)
          when slips = 2 and exists (select from swapped where levenshtein_less_equal(form, near.word, 1) <= 1) then 2
        end distance
      from near)
    select j.word, true from judged j where j.distance = (select min(distance) from judged)
    order by j.uses desc, j.word limit most;
end $$;

-- Rows that are deleted with their parents: [Note: No foreign keys on bulk tables].

create function mw_spaces_deleted() returns trigger language plpgsql as $$
begin
  delete from bookmarks where (account_id, space_id) in (select account_id, id from removed);
  delete from tags where space_id in (select id from removed);
  delete from space_words where space_id in (select id from removed);
  return null;
end $$;
create trigger spaces_deleted after delete on spaces
  referencing old table as removed for each statement execute function mw_spaces_deleted();

create function mw_imports_deleted() returns trigger language plpgsql as $$
begin
  delete from import_rows where (account_id, import_id) in (select account_id, id from removed);
  delete from import_folders where (account_id, import_id) in (select account_id, id from removed);
  delete from import_changes where (account_id, import_id) in (select account_id, id from removed);
  return null;
end $$;
create trigger imports_deleted after delete on imports
  referencing old table as removed for each statement execute function mw_imports_deleted();

-- Rows of the journal are deleted with their change or with their bookmark, maybe both at once: so they are locked in one
-- order.
create function mw_changes_deleted() returns trigger language plpgsql as $$
declare
  owners uuid[] := array(select distinct account_id from removed);
  gone uuid[] := array(select id from removed);
begin
  perform from change_rows where account_id = any (owners) and change_id = any (gone)
    order by change_id, bookmark_id for update;
  delete from change_rows where account_id = any (owners) and change_id = any (gone);
  return null;
end $$;
create trigger changes_deleted after delete on changes
  referencing old table as removed for each statement execute function mw_changes_deleted();

-- What belongs to a bookmark, in every table that has no foreign key to it.
create function mw_bookmarks_erased() returns trigger language plpgsql as $$
declare
  owners uuid[] := array(select distinct account_id from removed);
  gone uuid[] := array(select id from removed);
begin
  delete from page_contents where account_id = any (owners) and bookmark_id = any (gone);
  delete from page_fetches where account_id = any (owners) and bookmark_id = any (gone);
  delete from metadata_fetches where account_id = any (owners) and bookmark_id = any (gone);
  delete from link_checks where account_id = any (owners) and bookmark_id = any (gone);
  delete from covers where account_id = any (owners) and bookmark_id = any (gone);
  delete from cover_fetches where account_id = any (owners) and bookmark_id = any (gone);
  delete from copies where account_id = any (owners) and bookmark_id = any (gone);
  delete from copy_fetches where account_id = any (owners) and bookmark_id = any (gone);
  delete from highlights where account_id = any (owners) and bookmark_id = any (gone);
  delete from embeddings where account_id = any (owners) and bookmark_id = any (gone);
  delete from blob_references where account_id = any (owners) and bookmark_id = any (gone);
  delete from import_changes where account_id = any (owners) and bookmark_id = any (gone);
  return null;
end $$;
create trigger bookmarks_erased after delete on bookmarks
  referencing old table as removed for each statement execute function mw_bookmarks_erased();

-- An encrypted bookmark loses its cover; one with another url loses that of the former page, unless the user chose it.
create function mw_link_changes() returns trigger language plpgsql as $$
begin
  new.broken := false;
  if new.cover is not null and (new.encrypted or exists (
      select from covers c where c.account_id = new.account_id and c.bookmark_id = new.id and c.kind = 'automatic')) then
    new.cover := null;
  end if;
  return new;
end $$;
create trigger bookmarks_link_changes before update of url on bookmarks
  for each row when (old.url is distinct from new.url) execute function mw_link_changes();

create function mw_link_changed() returns trigger language plpgsql as $$
begin
  delete from page_contents where account_id = new.account_id and bookmark_id = new.id;
  delete from page_fetches where account_id = new.account_id and bookmark_id = new.id;
  delete from link_checks where account_id = new.account_id and bookmark_id = new.id;
  if new.encrypted then
    delete from metadata_fetches where account_id = new.account_id and bookmark_id = new.id;
    delete from link_hosts where host = old.domain;
  end if;
  return null;
end $$;
create trigger bookmarks_link_changed after update of url on bookmarks
  for each row when (old.url is distinct from new.url) execute function mw_link_changed();

create function mw_page_moved() returns trigger language plpgsql as $$
begin
  update page_contents set space_id = new.space_id where account_id = new.account_id and bookmark_id = new.id;
  return null;
end $$;
create trigger bookmarks_page_moved after update of space_id on bookmarks
  for each row when (old.space_id is distinct from new.space_id) execute function mw_page_moved();

-- Accounts.

-- A trigger, because accounts are deleted in several places.
create function mw_billing_deleted() returns trigger language plpgsql as $$
begin
  if old.customer_id is not null then
    insert into billing_closures (account_id, customer_id, due_at) values (old.account_id, old.customer_id, now())
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger billing_deleted after delete on billing for each row execute function mw_billing_deleted();

create function mw_account_added() returns trigger language plpgsql as $$
begin
  insert into account_activity (account_id, last_active_at) select id, created_at from added;
  return null;
end $$;
create trigger accounts_added after insert on accounts
  referencing new table as added for each statement execute function mw_account_added();

create function mw_event_streams_added() returns trigger language plpgsql as $$
begin
  insert into event_streams (account_id) select id from added;
  return null;
end $$;
create trigger accounts_event_streams_added after insert on accounts
  referencing new table as added for each statement execute function mw_event_streams_added();

create function mw_event_streams_deleted() returns trigger language plpgsql as $$
begin
  delete from events where account_id = any (array(select account_id from removed));
  return null;
end $$;
create trigger event_streams_deleted after delete on event_streams
  referencing old table as removed for each statement execute function mw_event_streams_deleted();

-- More bookmarks than this are recorded as one reset.
create function mw_events_max() returns integer language sql immutable parallel safe as $$ select 10000 $$;

-- Records a change of bookmarks of an account. A stream that this transaction has written already has the number of the
-- transaction. Without a stream, the account is being deleted.
create function mw_add_events(account uuid, kind event_type, ids uuid[]) returns void language plpgsql as $$
begin
  if coalesce(cardinality(ids), 0) = 0 then return; end if;
  update event_streams set last_number = last_number + 1
    where account_id = account and xmin <> pg_current_xact_id()::xid;
  if cardinality(ids) > mw_events_max() then
    insert into events (account_id, number, resource_id, type, at, credential_id)
      select account, s.last_number, account, 'reset', now(), nullif(current_setting('markwell.credential', true), '')::uuid
      from event_streams s where s.account_id = account and s.expired_through < s.last_number
      on conflict do nothing;
    update event_streams set expired_through = last_number where account_id = account and expired_through < last_number;
    return;
  end if;
  insert into events as e (account_id, number, resource_id, type, at, credential_id)
    select account, s.last_number, id, kind, now(), nullif(current_setting('markwell.credential', true), '')::uuid
    from event_streams s cross join unnest(ids) id
    where s.account_id = account and s.expired_through < s.last_number
    on conflict (account_id, number, resource_id) do update set type = excluded.type where e.type < excluded.type;
end $$;

-- The names of these triggers sort last: the counters lock their rows first.

create function mw_bookmarks_inserted_events() returns trigger language plpgsql as $$
declare
  owner uuid;
  ids uuid[];
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  for owner, ids in select account_id, array_agg(id) from added group by 1 order by 1 loop
    perform mw_add_events(owner, 'created', ids);
  end loop;
  return null;
end $$;
create trigger bookmarks_writes_inserted after insert on bookmarks
  referencing new table as added for each statement execute function mw_bookmarks_inserted_events();

create function mw_bookmarks_deleted_events() returns trigger language plpgsql as $$
declare
  owner uuid;
  ids uuid[];
begin
  for owner, ids in select account_id, array_agg(id) from removed group by 1 order by 1 loop
    perform mw_add_events(owner, 'deleted', ids);
  end loop;
  return null;
end $$;
create trigger bookmarks_writes_deleted after delete on bookmarks
  referencing old table as removed for each statement execute function mw_bookmarks_deleted_events();

-- A changed row has two versions here, an unchanged one none. A text of another length changes the stored bytes, and a
-- change of a text by the user the time of the last change.
create function mw_bookmarks_updated_events() returns trigger language plpgsql as $$
declare
  owner uuid;
  kind event_type;
  ids uuid[];
  before_row bookmarks;
  after_row bookmarks;
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  if (select count(*) from after_rows) = 1 then
    select * into before_row from before_rows;
    select * into after_row from after_rows;
    if before_row.space_id = after_row.space_id and before_row.order_key = after_row.order_key
        and (before_row.deleted_at is null) = (after_row.deleted_at is null) then
      if (before_row.updated_at, before_row.stored_bytes, before_row.tags, before_row.encrypted, before_row.favorite,
          before_row.highlighted, before_row.later, before_row.read_at, before_row.broken, before_row.cover)
          is distinct from (after_row.updated_at, after_row.stored_bytes, after_row.tags, after_row.encrypted,
          after_row.favorite, after_row.highlighted, after_row.later, after_row.read_at, after_row.broken,
          after_row.cover) then
        perform mw_add_events(after_row.account_id, 'changed', array[after_row.id]);
      end if;
      return null;
    end if;
  end if;
  for owner, kind, ids in
    select account_id, what, array_agg(id) from (
      select account_id, id, case
          when sum(side * is_live::integer) < 0 then 'deleted'
          when sum(side * is_live::integer) > 0 then 'created'
          when count(distinct space_id) > 1 or min(order_key) <> max(order_key) then 'moved'
          else 'changed' end::event_type as what
      from (
        select account_id, id, space_id, order_key, is_live, sum(side) as side from (
          select account_id, id, space_id, order_key, deleted_at is null as is_live, updated_at, stored_bytes, tags,
            encrypted, favorite, highlighted, later, read_at, broken, cover, 1 as side from after_rows
          union all
          select account_id, id, space_id, order_key, deleted_at is null, updated_at, stored_bytes, tags,
            encrypted, favorite, highlighted, later, read_at, broken, cover, -1 from before_rows) versions
        group by account_id, id, space_id, order_key, is_live, updated_at, stored_bytes, tags,
          encrypted, favorite, highlighted, later, read_at, broken, cover
        having sum(side) <> 0) changed
      group by account_id, id) kinds
    group by 1, 2 order by 1, 2
  loop
    perform mw_add_events(owner, kind, ids);
  end loop;
  return null;
end $$;
create trigger bookmarks_writes_updated after update on bookmarks
  referencing old table as before_rows new table as after_rows
  for each statement execute function mw_bookmarks_updated_events();

create function mw_links_inserted_events() returns trigger language plpgsql as $$
declare
  owner uuid;
  ids uuid[];
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  for owner, ids in select account_id, array_agg(distinct bookmark_id) from changed group by 1 order by 1 loop
    perform mw_add_events(owner, 'moved', ids);
  end loop;
  return null;
end $$;
create trigger links_writes_inserted after insert on bookmark_collections
  referencing new table as changed for each statement execute function mw_links_inserted_events();

-- The links of a deleted bookmark are deleted with it.
create function mw_links_deleted_events() returns trigger language plpgsql as $$
declare
  owner uuid;
  ids uuid[];
begin
  for owner, ids in
    select c.account_id, array_agg(distinct c.bookmark_id) from changed c
    where exists (select from bookmarks b where b.account_id = c.account_id and b.id = c.bookmark_id)
    group by 1 order by 1
  loop
    perform mw_add_events(owner, 'moved', ids);
  end loop;
  return null;
end $$;
create trigger links_writes_deleted after delete on bookmark_collections
  referencing old table as changed for each statement execute function mw_links_deleted_events();

create function mw_blob_references_inserted() returns trigger language plpgsql as $$
begin
  insert into blob_usage as u (account_id, bytes)
    select account_id, sum(size) from added group by 1 order by 1
    on conflict (account_id) do update set bytes = u.bytes + excluded.bytes;
  perform mw_require_room(array(select distinct account_id from added));
  return null;
end $$;
create trigger blob_references_inserted after insert on blob_references
  referencing new table as added for each statement execute function mw_blob_references_inserted();

create function mw_blob_references_deleted() returns trigger language plpgsql as $$
begin
  update blob_usage u set bytes = u.bytes - d.bytes
    from (select account_id, sum(size) bytes from removed group by 1) d where u.account_id = d.account_id;
  insert into blob_releases (hash, due_at)
    select distinct hash, case when current_setting('markwell.erasing', true) = 'on' then now() else now() + interval '1 day' end
    from removed;
  return null;
end $$;
create trigger blob_references_deleted after delete on blob_references
  referencing old table as removed for each statement execute function mw_blob_references_deleted();

create function mw_blob_references_encrypted() returns trigger language plpgsql as $$
begin
  perform set_config('markwell.erasing', 'on', true);
  delete from blob_references where account_id = new.account_id and bookmark_id = new.id;
  return null;
end $$;
create trigger bookmarks_blobs_encrypted after update of encrypted on bookmarks
  for each row when (new.encrypted and not old.encrypted) execute function mw_blob_references_encrypted();

-- Covers: [Note: Covers] in provider/db/schema/covers.ts.

insert into cover_progress (newest, bookmark_id)
  values ('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff');

-- No real values in the statistics, as above.
alter table bookmarks alter column cover set statistics 0;
alter table covers alter column source_url set statistics 0;

create function mw_cover_link_changed() returns trigger language plpgsql as $$
begin
  delete from cover_fetches where account_id = new.account_id and bookmark_id = new.id;
  delete from covers where account_id = new.account_id and bookmark_id = new.id
    and (new.encrypted or kind in ('automatic', 'none'));
  if new.encrypted or exists (select from covers where account_id = new.account_id and bookmark_id = new.id) then
    return null;
  end if;
  delete from blob_references where account_id = new.account_id and bookmark_id = new.id
    and name in ('cover-320', 'cover-640');
  if new.deleted_at is null and new.url ~* '^https?://' then
    insert into cover_fetches (account_id, bookmark_id, host, due_at)
      values (new.account_id, new.id, new.domain, now()) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger bookmarks_cover_link_changed after update of url on bookmarks
  for each row when (old.url is distinct from new.url) execute function mw_cover_link_changed();

-- Annotations: [Note: Annotations] in provider/db/schema/highlights.ts.

-- No real values in the statistics, as above.
alter table highlights
  alter column quote set statistics 0,
  alter column prefix set statistics 0,
  alter column suffix set statistics 0,
  alter column note set statistics 0,
  alter column tags set statistics 0;

create function mw_count_highlights(shifts jsonb) returns void language plpgsql as $$
begin
  insert into blob_usage as u (account_id, bytes)
    select (shift ->> 'account')::uuid, (shift ->> 'bytes')::bigint from jsonb_array_elements(shifts) shift order by 1
    on conflict (account_id) do update set bytes = u.bytes + excluded.bytes;
end $$;

create function mw_highlights_inserted() returns trigger language plpgsql as $$
declare
  owner uuid;
  ids uuid[];
begin
  perform mw_count_highlights(shifts) from (
    select jsonb_agg(jsonb_build_object('account', account_id, 'bytes', bytes)) shifts
    from (select account_id, sum(stored_bytes) bytes from added group by 1) s) counted where shifts is not null;
  perform mw_require_room(array(select distinct account_id from added));
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  for owner, ids in select account_id, array_agg(distinct bookmark_id) from added group by 1 order by 1 loop
    perform mw_add_events(owner, 'changed', ids);
  end loop;
  return null;
end $$;
create trigger highlights_inserted after insert on highlights
  referencing new table as added for each statement execute function mw_highlights_inserted();

create function mw_highlights_updated() returns trigger language plpgsql as $$
declare
  owner uuid;
  ids uuid[];
begin
  perform mw_count_highlights(shifts) from (
    select jsonb_agg(jsonb_build_object('account', account_id, 'bytes', bytes)) shifts from (
      select account_id, sum(bytes) bytes from (
        select account_id, stored_bytes bytes from after_rows
        union all select account_id, -stored_bytes from before_rows) versions group by 1) s) counted where shifts is not null;
  perform mw_require_room(array(
    select account_id from (
      select account_id, stored_bytes bytes from after_rows
      union all select account_id, -stored_bytes from before_rows) versions
    group by 1 having sum(bytes) > 0));
  for owner, ids in select account_id, array_agg(distinct bookmark_id) from after_rows group by 1 order by 1 loop
    perform mw_add_events(owner, 'changed', ids);
  end loop;
  return null;
end $$;
create trigger highlights_updated after update on highlights
  referencing old table as before_rows new table as after_rows
  for each statement execute function mw_highlights_updated();

-- Those of a bookmark that is deleted are part of its deletion, which the change feed reports.
create function mw_highlights_deleted() returns trigger language plpgsql as $$
declare
  owner uuid;
  ids uuid[];
begin
  update blob_usage u set bytes = u.bytes - d.bytes
    from (select account_id, sum(stored_bytes) bytes from removed group by 1) d where u.account_id = d.account_id;
  for owner, ids in
    select r.account_id, array_agg(distinct r.bookmark_id) from removed r
    where exists (select from bookmarks b where b.account_id = r.account_id and b.id = r.bookmark_id)
    group by 1 order by 1
  loop
    perform mw_add_events(owner, 'changed', ids);
  end loop;
  return null;
end $$;
create trigger highlights_deleted after delete on highlights
  referencing old table as removed for each statement execute function mw_highlights_deleted();

create function mw_highlights_encrypted() returns trigger language plpgsql as $$
begin
  delete from highlights where account_id = new.account_id and bookmark_id = new.id;
  return null;
end $$;
create trigger bookmarks_highlights_encrypted after update of encrypted on bookmarks
  for each row when (new.encrypted and not old.encrypted) execute function mw_highlights_encrypted();

-- Copies of pages: [Note: Copies] in provider/db/schema/copies.ts.

insert into copy_progress (newest, bookmark_id)
  values ('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff');

-- No real values in the statistics, as above.
alter table copies alter column url set statistics 0;
alter table copies alter column title set statistics 0;
alter table copies alter column byline set statistics 0;
alter table copies alter column text set statistics 0;

-- An encrypted bookmark loses its copies; one with another url keeps those of the former page, and the new one is copied.
create function mw_copy_link_changed() returns trigger language plpgsql as $$
begin
  delete from copy_fetches where account_id = new.account_id and bookmark_id = new.id;
  if new.encrypted then
    delete from copies where account_id = new.account_id and bookmark_id = new.id;
  elsif new.deleted_at is null and new.url ~* '^https?://' then
    insert into copy_fetches (account_id, bookmark_id, host, due_at)
      values (new.account_id, new.id, new.domain, now()) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger bookmarks_copy_link_changed after update of url on bookmarks
  for each row when (old.url is distinct from new.url) execute function mw_copy_link_changed();

-- The collections of a bookmark in the form of a record, for a statement that has waited for a lock: it sees the changes
-- of others up to its start, a volatile function those up to now.
create function mw_collections_of(account uuid, bookmark uuid) returns json language plpgsql volatile as $$
begin
  return (
    select json_agg(json_build_object('uuid', c.id, 'name', c.name, 'color', c.color, 'icon', c.icon, 'security', c.security)
      order by c.natural_key, c.id)
    from bookmark_collections l join collections c on c.account_id = l.account_id and c.id = l.collection_id
    where l.account_id = account and l.bookmark_id = bookmark);
end $$;

-- Embeddings.

-- A vector is read whole with every search: one that fits a page must not be stored outside of its row. Statistics of it
-- would outlive the encryption of a bookmark.
alter table embeddings
  alter column vector set storage main,
  alter column vector set statistics 0;
create statistics embeddings_owner (dependencies) on account_id, space_id from embeddings;

-- A vector of a former text, of another space, or of a bookmark in the trash: the job computes it anew if it has to.
create function mw_embedding_outdated() returns trigger language plpgsql as $$
begin
  delete from embeddings where account_id = old.account_id and bookmark_id = old.id;
  return null;
end $$;
create trigger bookmarks_embedding_outdated after update of title, description, space_id, encrypted, deleted_at on bookmarks
  for each row when (old.title is distinct from new.title or old.description is distinct from new.description
    or old.space_id is distinct from new.space_id or old.encrypted is distinct from new.encrypted
    or old.deleted_at is distinct from new.deleted_at)
  execute function mw_embedding_outdated();
