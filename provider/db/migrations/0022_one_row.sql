-- A change of one bookmark, which most calls make: its row is compared with the former one without grouping, which takes
-- half of the time, and tags are spelled only if they or their place changed.

drop trigger bookmarks_tags_written on bookmarks;
create trigger bookmarks_tags_written before update of tags, space_id, deleted_at on bookmarks
  for each row when (
    new.tags <> '{}'
    and (new.tags <> old.tags or new.space_id <> old.space_id or new.deleted_at is distinct from old.deleted_at)
    and current_setting('markwell.counting', true) is distinct from 'later')
  execute function mw_spell_tags();

create or replace function mw_bookmarks_updated() returns trigger language plpgsql as $$
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

create or replace function mw_bookmarks_updated_events() returns trigger language plpgsql as $$
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
