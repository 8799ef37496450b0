/**
 * The bytes that bookmarks take. Each row knows its own, so that a page of a list ends at a byte budget without reading
 * the texts first, and each space the sum of its rows.
 *
 * [Note: Storage quota] Triggers refuse what would exceed the quota of an account, so every write is held to it: single
 * bookmarks, imports, copies, envelopes. The quota is the setting `markwell.storage_quota` of the connection, in bytes;
 * without it there is none. A writer holds the row of its space, so writes to one space cannot exceed the quota together;
 * writes to several spaces at once can, by what each of them adds. What shrinks or only moves is always let through.
 */
export const storage = {
  id: '0030-storage',
  sql: `
-- 400 bytes stand for the columns of fixed length and the indexes, and 64 for a tag.
alter table bookmarks add column stored_bytes integer not null generated always as (
  400 + coalesce(octet_length(title), 0) + coalesce(octet_length(url), 0) + coalesce(octet_length(path), 0)
    + coalesce(octet_length(description), 0) + coalesce(octet_length(cipher), 0) + coalesce(octet_length(hint), 0) + coalesce(octet_length(extra::text), 0)
    + 64 * cardinality(tags)) stored;
alter table spaces add column stored_bytes bigint not null default 0;
update spaces s set stored_bytes = d.bytes
  from (select space_id, sum(stored_bytes) bytes from bookmarks group by 1) d where s.id = d.space_id;

create function mw_require_room(grown uuid[]) returns void language plpgsql as $$
declare
  quota bigint := nullif(current_setting('markwell.storage_quota', true), '')::bigint;
begin
  if quota is null then return; end if;
  if exists (select from spaces s where s.account_id in (select account_id from spaces where id = any (grown))
      group by s.account_id having sum(s.stored_bytes) > quota) then
    raise exception 'the storage quota of the account is exceeded' using errcode = 'MW001';
  end if;
end $$;

create or replace function mw_bookmarks_inserted() returns trigger language plpgsql as $$
declare
  grown uuid[];
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  with counted as (
    update spaces s set bookmark_count = s.bookmark_count + d.live, favorite_count = s.favorite_count + d.favorite,
        trash_count = s.trash_count + d.trash, stored_bytes = s.stored_bytes + d.bytes,
        last_activity_at = greatest(s.last_activity_at, d.latest)
      from (select space_id, count(*) filter (where deleted_at is null) live,
          count(*) filter (where deleted_at is null and favorite) favorite,
          count(*) filter (where deleted_at is not null) trash, sum(stored_bytes) bytes, max(updated_at) latest
        from added group by space_id) d
      where s.id = d.space_id returning s.id)
  select array_agg(id) into grown from counted;
  if coalesce(cardinality(grown), 0) < (select count(distinct space_id) from added) then
    perform mw_refuse_orphans('space');
  end if;
  perform mw_require_room(grown);
  insert into tags as t (space_id, key, name, bookmark_count)
    select space_id, mw_tag_key(tag), min(tag), count(*) from added, unnest(tags) tag
    where deleted_at is null group by 1, 2 order by 1, 2
    on conflict (space_id, key) do update set bookmark_count = t.bookmark_count + excluded.bookmark_count;
  return null;
end $$;

create or replace function mw_bookmarks_deleted() returns trigger language plpgsql as $$
declare
  gone uuid[] := array(select id from removed);
begin
  update spaces s set bookmark_count = s.bookmark_count - d.live, favorite_count = s.favorite_count - d.favorite,
      trash_count = s.trash_count - d.trash, stored_bytes = s.stored_bytes - d.bytes
    from (select space_id, count(*) filter (where deleted_at is null) live,
        count(*) filter (where deleted_at is null and favorite) favorite,
        count(*) filter (where deleted_at is not null) trash, sum(stored_bytes) bytes
      from removed group by space_id) d
    where s.id = d.space_id;
  perform mw_shift_tags((select array_agg(row (space_id, tag, -1)::mw_tag_shift)
    from removed, unnest(tags) tag where deleted_at is null));
  delete from bookmark_collections where bookmark_id = any (gone);
  perform from change_rows where bookmark_id = any (gone) order by change_id, bookmark_id for update;
  delete from change_rows where bookmark_id = any (gone);
  return null;
end $$;

create or replace function mw_bookmarks_updated() returns trigger language plpgsql as $$
declare
  trashed uuid[];
  restored uuid[];
  changed uuid[];
  growth bigint;
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  -- A visit changes nothing that is counted.
  if not exists (
    select id, space_id, deleted_at is null, favorite, tags, updated_at, stored_bytes from after_rows
    except select id, space_id, deleted_at is null, favorite, tags, updated_at, stored_bytes from before_rows) then
    return null;
  end if;
  with d as materialized (
    select space_id, sum(live) live, sum(favorite) favorite, sum(trash) trash, sum(bytes) bytes, max(updated_at) latest
    from (
      select space_id, (deleted_at is null)::int live, (deleted_at is null and favorite)::int favorite,
        (deleted_at is not null)::int trash, stored_bytes bytes, updated_at from after_rows
      union all
      select space_id, -(deleted_at is null)::int, -(deleted_at is null and favorite)::int,
        -(deleted_at is not null)::int, -stored_bytes, null from before_rows) c
    group by space_id), counted as (
    update spaces s set bookmark_count = s.bookmark_count + d.live, favorite_count = s.favorite_count + d.favorite,
        trash_count = s.trash_count + d.trash, stored_bytes = s.stored_bytes + d.bytes,
        last_activity_at = greatest(s.last_activity_at, d.latest)
      from d where s.id = d.space_id)
  select array_agg(space_id), sum(bytes) into changed, growth from d;
  if growth > 0 then perform mw_require_room(changed); end if;
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
    update bookmark_collections set live = false where bookmark_id = any (trashed);
  end if;
  if restored is not null then
    update bookmark_collections set live = true where bookmark_id = any (restored);
  end if;
  return null;
end $$;

create or replace function mw_count_import(import uuid) returns void language plpgsql as $$
declare
  brought record;
  shifts mw_tag_shift[];
  counted integer;
begin
  select b.space_id, count(*) filter (where b.deleted_at is null) live,
      count(*) filter (where b.deleted_at is null and b.favorite) favorite, sum(b.stored_bytes) bytes
    into brought from bookmarks b where b.import_id = import group by 1;
  select array_agg(row (space_id, tag, n)::mw_tag_shift) into shifts
    from (select b.space_id, tag, count(*) n from bookmarks b, unnest(b.tags) tag
      where b.import_id = import and b.deleted_at is null group by 1, 2) t;
  update spaces s set bookmark_count = s.bookmark_count + coalesce(brought.live, 0),
      favorite_count = s.favorite_count + coalesce(brought.favorite, 0),
      stored_bytes = s.stored_bytes + coalesce(brought.bytes, 0),
      collection_count = s.collection_count + (select count(*) from collections c where c.import_id = import),
      last_activity_at = greatest(s.last_activity_at, i.created_at)
    from imports i where i.id = import and s.id = i.space_id;
  if not found then perform mw_refuse_orphans('space'); end if;
  if brought.bytes > 0 then perform mw_require_room(array[brought.space_id]); end if;
  perform mw_shift_tags(shifts);
  update collections c set bookmark_count = c.bookmark_count + d.live
    from (select collection_id, count(*) filter (where live) live from bookmark_collections l
      where l.import_id = import group by 1) d
    where c.id = d.collection_id;
  get diagnostics counted = row_count;
  if counted < (select count(distinct l.collection_id) from bookmark_collections l where l.import_id = import) then
    perform mw_refuse_orphans('collection');
  end if;
end $$;
`,
};
