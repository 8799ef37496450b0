-- Events: [Note: Events] in provider/db/schema/events.ts.

insert into event_streams (account_id) select id from accounts;

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
            encrypted, favorite, highlighted, later, read_at, broken, 1 as side from after_rows
          union all
          select account_id, id, space_id, order_key, deleted_at is null, updated_at, stored_bytes, tags,
            encrypted, favorite, highlighted, later, read_at, broken, -1 from before_rows) versions
        group by account_id, id, space_id, order_key, is_live, updated_at, stored_bytes, tags,
          encrypted, favorite, highlighted, later, read_at, broken
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
