/**
 * One bookmark at a time for less: the same counters and marks as before, written by statements that do not touch the
 * same row twice, and functions that do not begin another one where a look is enough.
 *
 * [Note: Revision once] One transaction moves the revision of a space once. Every update of a row of `spaces` moves it,
 * so a row that this transaction has written already stands for a new revision: nobody else can have read the one in
 * between.
 */
export const writes = {
  id: '0015-writes',
  sql: `
-- As before for every text. Accents are looked up only where there may be one: for the name of a collection this runs
-- with each bookmark that comes into it.
create or replace function mw_fold(value text) returns text
  language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(value) = char_length(value) then return lower(value); end if;
  return lower(public.unaccent('public.unaccent'::regdictionary, normalize(value)));
end $$;

-- Waits for the lock of a space, and only then looks at what stands in it: which of its collections a new bookmark goes
-- to (those that are named, or else the default one), and whether the page of this key is among its bookmarks. A
-- statement would see both as they were when it began to wait.
create function mw_open_places(space uuid, page uuid, chosen uuid[])
  returns table (id uuid, name text, color text, security smallint, name_key text, smart boolean, taken boolean)
  language plpgsql volatile rows 1 as $$
#variable_conflict use_column
declare
  is_taken boolean;
begin
  perform from spaces s where s.id = space for no key update;
  is_taken := exists (
    select from bookmarks b where b.space_id = space and b.url_key = page and b.deleted_at is null);
  if cardinality(chosen) = 0 then
    return query select c.id, c.name, c.color, c.security, c.name_key, c.smart is not null, is_taken
      from collections c where c.space_id = space and c.is_default;
  else
    return query select c.id, c.name, c.color, c.security, c.name_key, c.smart is not null, is_taken
      from collections c where c.id = any (chosen) and c.space_id = space;
  end if;
end $$;

drop trigger spaces_revised on spaces;
create trigger spaces_revised before update on spaces
  for each row execute function mw_spaces_revised();

create or replace function mw_links_revised() returns trigger language plpgsql as $$
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  update spaces set revision = revision + 1
    where id in (select space_id from changed) and xmin <> pg_current_xact_id()::xid;
  return null;
end $$;

-- The look at each space ends with its first public collection, however many there are elsewhere.
create or replace function mw_links_shown() returns trigger language plpgsql as $$
begin
  -- An import marks what it has changed once it counts.
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  if not exists (select from (select distinct space_id from changed) s cross join lateral (
      select from collections c where c.space_id = s.space_id and c.security = 1 limit 1) c) then
    return null;
  end if;
  perform mw_mark_shown((select array_agg(distinct l.collection_id) from changed l
    join collections c on c.id = l.collection_id and c.security = 1
    join bookmarks b on b.id = l.bookmark_id and not b.encrypted
    where l.live));
  return null;
end $$;

-- A counter of a collection changes with every bookmark, its space hardly ever. Only a trigger without the rows can be
-- bound to columns: it leaves word for the one that sees the rows.
create function mw_collections_move() returns trigger language plpgsql as $$
begin
  perform set_config('markwell.moving', 'collections', true);
  return null;
end $$;
create trigger collections_move before update of space_id on collections
  for each statement execute function mw_collections_move();

create or replace function mw_collections_moved() returns trigger language plpgsql as $$
begin
  if current_setting('markwell.moving', true) is distinct from 'collections' then return null; end if;
  perform set_config('markwell.moving', '', true);
  update spaces s set collection_count = s.collection_count + d.n
    from (select space_id, sum(n) n from (
        select space_id, 1 n from after_rows union all select space_id, -1 from before_rows) c
      group by 1) d
    where s.id = d.space_id and d.n <> 0;
  return null;
end $$;
`,
};
