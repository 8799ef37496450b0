-- Each collection is looked up by its key. When the account was a constant of both sides, the planner read all
-- collections instead, and counted the links of the import again for each of them.
create or replace function mw_count_import(account uuid, import uuid) returns void language plpgsql as $$
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
