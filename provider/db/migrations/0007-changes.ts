/**
 * Changes to many bookmarks that can be taken back, and triggers that many rows at once cost no more than in proportion.
 *
 * [Note: Journal] A change to many bookmarks writes down what it is about to change, in its own transaction: a row of
 * `changes`, and for each bookmark the fields that it touches (`before`) and the collections it was in where those are
 * touched (`links`, each with the import that put it there). Taking a change back puts just that back. `into_id` is the
 * bookmark that another one became part of. The journal is a copy of what bookmarks say: it goes with the bookmark, with
 * its space, after a day and after some further changes, and a bookmark that becomes encrypted takes its words out of it.
 *
 * [Note: Plans of triggers] A function keeps the plan that it made at its first run, whether that was for one row or for
 * twenty thousand. So nothing in a trigger joins the rows before with the rows after, which would take the square of
 * their number by a plan that was made for one; and rows are handed to tables as arrays, which are looked up by index.
 */
export const changes = {
  id: '0007-changes',
  sql: `
create table changes (
  id uuid primary key,
  account_id uuid not null,
  space_id uuid not null references spaces (id) on delete cascade,
  renamed_tag text,
  created_at timestamptz not null
);
create index changes_space_idx on changes (space_id, created_at);
create index changes_age_idx on changes (created_at);

create table change_rows (
  change_id uuid not null,
  bookmark_id uuid not null,
  before jsonb not null,
  links jsonb,
  into_id uuid,
  primary key (change_id, bookmark_id)
);
create index change_rows_bookmark_idx on change_rows (bookmark_id);
create index change_rows_into_idx on change_rows (change_id, into_id) where into_id is not null;

-- Rows of the journal go with their change or with their bookmark, maybe both at once: so they are locked in one order.
create function mw_changes_deleted() returns trigger language plpgsql as $$
declare
  gone uuid[] := array(select id from removed);
begin
  perform from change_rows where change_id = any (gone) order by change_id, bookmark_id for update;
  delete from change_rows where change_id = any (gone);
  return null;
end $$;
create trigger changes_deleted after delete on changes
  referencing old table as removed for each statement execute function mw_changes_deleted();

-- Groups of the same page are read from this index alone; the look-up by page is of bookmarks outside the trash too.
create index bookmarks_page_idx on bookmarks (space_id, url_key) where deleted_at is null and url_key is not null;
drop index bookmarks_url_idx;

create or replace function mw_bookmarks_deleted() returns trigger language plpgsql as $$
declare
  gone uuid[] := array(select id from removed);
begin
  update spaces s set bookmark_count = s.bookmark_count - d.live, favorite_count = s.favorite_count - d.favorite,
      trash_count = s.trash_count - d.trash
    from (select space_id, count(*) filter (where deleted_at is null) live,
        count(*) filter (where deleted_at is null and favorite) favorite,
        count(*) filter (where deleted_at is not null) trash
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
    where s.id = d.space_id and (d.live <> 0 or d.favorite <> 0 or d.trash <> 0 or d.latest > s.last_activity_at);
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
`,
};
