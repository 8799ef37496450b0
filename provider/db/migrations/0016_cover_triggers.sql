-- Covers: [Note: Covers] in provider/db/schema/covers.ts.

insert into cover_progress (newest, bookmark_id)
  values ('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff');

-- No real values in the statistics: see 0002_triggers.sql.
alter table bookmarks alter column cover set statistics 0;
alter table covers alter column source_url set statistics 0;

create function mw_covers_erased() returns trigger language plpgsql as $$
declare
  owners uuid[] := array(select distinct account_id from removed);
  gone uuid[] := array(select id from removed);
begin
  delete from covers where account_id = any (owners) and bookmark_id = any (gone);
  delete from cover_fetches where account_id = any (owners) and bookmark_id = any (gone);
  return null;
end $$;
create trigger bookmarks_covers_erased after delete on bookmarks
  referencing old table as removed for each statement execute function mw_covers_erased();

-- An encrypted bookmark loses its cover; one with another url loses that of the former page, unless the user chose it.
create or replace function mw_link_changes() returns trigger language plpgsql as $$
begin
  new.broken := false;
  if new.cover is not null and (new.encrypted or exists (
      select from covers c where c.account_id = new.account_id and c.bookmark_id = new.id and c.kind = 'automatic')) then
    new.cover := null;
  end if;
  return new;
end $$;

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

-- A cover is a change that the change feed reports.

-- A changed row has two versions here, an unchanged one none. A text of another length changes the stored bytes, and a
-- change of a text by the user the time of the last change.
create or replace function mw_bookmarks_updated_events() returns trigger language plpgsql as $$
declare
  owner uuid;
  kind event_type;
  ids uuid[];
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
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
