/**
 * Smart collections: they gather by a query, and are counted again only when something has changed.
 *
 * [Note: Revision] `spaces.revision` grows with every change of a space that a query can see: of its bookmarks, of what
 * is in which collection, of the names of collections. A smart collection keeps what it counted (`smart_count`), at which
 * revision, and for which day where its query depends on the day; a read counts it anew when one of them is another, see
 * provider/services/collections/smart-counts.ts. Whoever changes what counts holds the row of the space and writes it
 * anyway ([Note: Counters]), so the revision rides along in a trigger of that row. What changes without that lock
 * (visits, pages that are gone) moves no revision: a query that asks for it is counted at every read.
 *
 * A smart collection has no links. The check is the last wall; services refuse before anything is written.
 */
export const smart = {
  id: '0011-smart',
  sql: `
alter table spaces add column revision bigint not null default 0;
alter table collections
  add column smart_count integer not null default 0,
  add column smart_revision bigint,
  add column smart_counted_for text,
  add check (smart is null or (bookmark_count = 0 and not is_default));

create function mw_spaces_revised() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger spaces_revised
  before update of bookmark_count, collection_count, last_activity_at on spaces
  for each row execute function mw_spaces_revised();

-- As before, except that every change that is one reaches the space: an edit in the same instant as another, too.
create or replace function mw_bookmarks_updated() returns trigger language plpgsql as $$
declare
  trashed uuid[];
  restored uuid[];
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  -- A visit changes nothing that is counted.
  if not exists (
    select id, space_id, deleted_at is null, favorite, tags, updated_at from after_rows
    except select id, space_id, deleted_at is null, favorite, tags, updated_at from before_rows) then
    return null;
  end if;
  update spaces s set bookmark_count = s.bookmark_count + d.live, favorite_count = s.favorite_count + d.favorite,
      trash_count = s.trash_count + d.trash, last_activity_at = greatest(s.last_activity_at, d.latest)
    from (select space_id, sum(live) live, sum(favorite) favorite, sum(trash) trash, max(updated_at) latest from (
        select space_id, (deleted_at is null)::int live, (deleted_at is null and favorite)::int favorite,
          (deleted_at is not null)::int trash, updated_at from after_rows
        union all
        select space_id, -(deleted_at is null)::int, -(deleted_at is null and favorite)::int,
          -(deleted_at is not null)::int, null from before_rows) c
      group by space_id) d
    where s.id = d.space_id;
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

create function mw_links_revised() returns trigger language plpgsql as $$
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  update spaces set revision = revision + 1 where id in (select space_id from changed);
  return null;
end $$;
create trigger links_inserted_revised after insert on bookmark_collections
  referencing new table as changed for each statement execute function mw_links_revised();
create trigger links_deleted_revised after delete on bookmark_collections
  referencing old table as changed for each statement execute function mw_links_revised();

create function mw_collection_revised() returns trigger language plpgsql as $$
begin
  update spaces set revision = revision + 1 where id = new.space_id;
  return null;
end $$;
create trigger collections_revised after update of name, security, smart on collections
  for each row when (old.name <> new.name or old.security <> new.security or old.smart is distinct from new.smart)
  execute function mw_collection_revised();

-- What was counted is for one query in one space.
create function mw_collection_uncounted() returns trigger language plpgsql as $$
begin
  new.smart_revision := null;
  return new;
end $$;
create trigger collections_uncounted before update of smart, space_id on collections
  for each row when (old.smart is distinct from new.smart or old.space_id <> new.space_id)
  execute function mw_collection_uncounted();
`,
};
