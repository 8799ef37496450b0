-- References of blobs, and what they count: [Note: Blobs] in provider/db/schema/blobs.ts.

create or replace function mw_require_room(owners uuid[]) returns void language plpgsql as $$
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

create function mw_blob_references_erased() returns trigger language plpgsql as $$
begin
  delete from blob_references
    where account_id = any (array(select distinct account_id from removed))
      and bookmark_id = any (array(select id from removed));
  return null;
end $$;
create trigger bookmarks_blobs_erased after delete on bookmarks
  referencing old table as removed for each statement execute function mw_blob_references_erased();

create function mw_blob_references_encrypted() returns trigger language plpgsql as $$
begin
  perform set_config('markwell.erasing', 'on', true);
  delete from blob_references where account_id = new.account_id and bookmark_id = new.id;
  return null;
end $$;
create trigger bookmarks_blobs_encrypted after update of encrypted on bookmarks
  for each row when (new.encrypted and not old.encrypted) execute function mw_blob_references_encrypted();
