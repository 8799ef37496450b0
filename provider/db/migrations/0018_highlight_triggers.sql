-- Annotations: [Note: Annotations] in provider/db/schema/highlights.ts.

-- No real values in the statistics: see 0002_triggers.sql.
alter table highlights
  alter column quote set statistics 0,
  alter column prefix set statistics 0,
  alter column suffix set statistics 0,
  alter column note set statistics 0;

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

create function mw_highlights_erased() returns trigger language plpgsql as $$
declare
  owners uuid[] := array(select distinct account_id from removed);
  gone uuid[] := array(select id from removed);
begin
  delete from highlights where account_id = any (owners) and bookmark_id = any (gone);
  return null;
end $$;
create trigger bookmarks_highlights_erased after delete on bookmarks
  referencing old table as removed for each statement execute function mw_highlights_erased();

create function mw_highlights_encrypted() returns trigger language plpgsql as $$
begin
  delete from highlights where account_id = new.account_id and bookmark_id = new.id;
  return null;
end $$;
create trigger bookmarks_highlights_encrypted after update of encrypted on bookmarks
  for each row when (new.encrypted and not old.encrypted) execute function mw_highlights_encrypted();
