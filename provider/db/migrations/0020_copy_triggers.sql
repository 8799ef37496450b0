-- Copies of pages: [Note: Copies] in provider/db/schema/copies.ts.

insert into copy_progress (newest, bookmark_id)
  values ('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff');

-- No real values in the statistics: see 0002_triggers.sql.
alter table copies alter column url set statistics 0;
alter table copies alter column title set statistics 0;
alter table copies alter column byline set statistics 0;
alter table copies alter column text set statistics 0;

create function mw_copies_erased() returns trigger language plpgsql as $$
declare
  owners uuid[] := array(select distinct account_id from removed);
  gone uuid[] := array(select id from removed);
begin
  delete from copies where account_id = any (owners) and bookmark_id = any (gone);
  delete from copy_fetches where account_id = any (owners) and bookmark_id = any (gone);
  return null;
end $$;
create trigger bookmarks_copies_erased after delete on bookmarks
  referencing old table as removed for each statement execute function mw_copies_erased();

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
