/**
 * The first shape of the database. Every table that is read on a hot path leads with the space or the account, which
 * is also the key that the data would be sharded by.
 *
 * [Note: Counters] Numbers that are shown beside a list (bookmarks of a space, of a collection, of a tag) are kept by
 * statement triggers: counting 100,000 rows for every page would cost more than the page. A trigger sees each change
 * whoever makes it, and a bulk change costs one update for each counter. Counters are locked in one order: space, tags,
 * collections. Whoever changes what counts locks the row of the space first (`lockSpace`), so that writers of one
 * space wait in line and never for one another in a circle. An import would hold those rows for as long as it writes:
 * it sets `markwell.counting` to `later` for its transaction and counts all it brought at the end, by
 * `mw_count_import`.
 *
 * [Note: Search columns] `title_key` and `search` are written with the row, by `searchColumns` of
 * lib/domain/search-words.ts: the browser folds the text of unlocked bookmarks with the same code, and what a query
 * means does not depend on the server's locale or dictionaries. The checks refuse a plain row without them and an
 * encrypted row with them, so a bookmark that becomes encrypted loses its words in the same statement.
 *
 * [Note: No foreign keys on bulk tables] A foreign key costs a look-up and a row lock for every row that comes in, a
 * third of the time of an import. Bookmarks and their links to collections have none: they are written under the lock
 * of their space, which proves that it exists, and statement triggers take them away with what they belong to. The
 * counters are the proof for whoever forgets the lock: an insertion whose space or collection is not there to be
 * counted is refused, and one that is counted holds the row until its transaction ends.
 */
export const initial = {
  id: '0001-initial',
  sql: `
create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Names of collections and tags in the form that is sorted and searched: case and accents do not count.
create function mw_fold(value text) returns text
  language sql immutable strict parallel safe
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, normalize(value))) $$;

create table accounts (
  id uuid primary key,
  email text not null,
  email_key text not null unique,
  first_name text not null,
  last_name text not null,
  avatar text,
  plan text not null default 'free' check (plan in ('free', 'pro')),
  password_hash text,
  current_space_id uuid not null,
  email_verified_at timestamptz,
  is_admin boolean not null default false,
  suspended_at timestamptz,
  preferences jsonb not null default '{}',
  created_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  refresh_hash text not null,
  rotated_at timestamptz,
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_account_idx on sessions (account_id, last_used_at desc);

create table rate_limits (
  key text primary key,
  window_start timestamptz not null,
  hits integer not null
);

create table spaces (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  description text not null default '',
  is_default boolean not null default false,
  bookmark_count integer not null default 0,
  favorite_count integer not null default 0,
  trash_count integer not null default 0,
  collection_count integer not null default 0,
  created_at timestamptz not null,
  last_activity_at timestamptz not null
);
create index spaces_account_idx on spaces (account_id, created_at);
create unique index spaces_default_idx on spaces (account_id) where is_default;
alter table accounts add foreign key (current_space_id) references spaces (id) deferrable initially deferred;

create table collections (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  name_key text collate "C" not null generated always as (mw_fold(left(name, 200))) stored,
  description text not null default '',
  color text not null,
  security smallint not null default 0 check (security in (0, 1)),
  is_default boolean not null default false,
  slug text not null,
  smart jsonb,
  source_path text[],
  extra jsonb,
  bookmark_count integer not null default 0,
  order_key text collate "C" not null,
  import_id uuid,
  last_accessed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index collections_space_created_idx on collections (space_id, created_at desc, id desc);
create index collections_space_name_idx on collections (space_id, name_key, id);
create index collections_account_idx on collections (account_id);
create unique index collections_default_idx on collections (space_id) where is_default;

create table bookmarks (
  id uuid primary key,
  space_id uuid not null,
  account_id uuid not null,
  title text,
  url text,
  url_key uuid,
  domain text,
  path text,
  description text,
  tags text[] not null default '{}',
  encrypted boolean not null default false,
  cipher text,
  hint text,
  favorite boolean not null default false,
  highlighted boolean not null default false,
  order_key text collate "C" not null,
  visits integer not null default 0,
  extra jsonb,
  import_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_accessed_at timestamptz,
  deleted_at timestamptz,
  title_key text collate "C" not null,
  search tsvector,
  check (not encrypted or (title is null and url is null and url_key is null and domain is null and path is null
    and description is null and tags = '{}' and extra is null and cipher is not null
    and title_key = U&'\\+10FFFF' and search is null)),
  check (encrypted or (title is not null and url is not null and cipher is null and search is not null))
);
create index bookmarks_created_idx on bookmarks (space_id, created_at desc, id desc) where deleted_at is null;
create index bookmarks_title_idx on bookmarks (space_id, title_key, id) where deleted_at is null;
create index bookmarks_accessed_idx on bookmarks
  (space_id, coalesce(last_accessed_at, '-infinity'::timestamptz) desc, id desc) where deleted_at is null;
create index bookmarks_order_idx on bookmarks (space_id, order_key, id) where deleted_at is null;
create index bookmarks_url_idx on bookmarks (space_id, url_key);
create index bookmarks_domain_idx on bookmarks (space_id, domain, created_at desc, id desc) where deleted_at is null;
create index bookmarks_favorite_idx on bookmarks (space_id, created_at desc, id desc) where favorite and deleted_at is null;
create index bookmarks_highlighted_idx on bookmarks (space_id, created_at desc, id desc)
  where highlighted and deleted_at is null;
create index bookmarks_encrypted_idx on bookmarks (space_id, created_at desc, id desc)
  where encrypted and deleted_at is null;
create index bookmarks_trash_idx on bookmarks (space_id, created_at desc, id desc) where deleted_at is not null;
create index bookmarks_import_idx on bookmarks (import_id) where import_id is not null;
create index bookmarks_search_idx on bookmarks using gin (space_id, search) where deleted_at is null;

-- \`live\` mirrors "not in the trash", so that a collection is counted and listed without looking at its bookmarks.
create table bookmark_collections (
  bookmark_id uuid not null,
  collection_id uuid not null,
  space_id uuid not null,
  live boolean not null,
  created_at timestamptz not null,
  import_id uuid,
  primary key (bookmark_id, collection_id)
);
create index bookmark_collections_list_idx on bookmark_collections (collection_id, live, created_at desc, bookmark_id desc);
create index bookmark_collections_import_idx on bookmark_collections (import_id) where import_id is not null;

-- Spellings that differ in case or in the encoding of an accent are one tag, shown as it was first written.
create function mw_tag_key(name text) returns text
  language sql immutable strict parallel safe
  as $$ select lower(normalize(name)) $$;

create table tags (
  space_id uuid not null references spaces (id) on delete cascade,
  key text collate "C" not null,
  name text not null,
  words text not null generated always as
    (' ' || mw_fold(translate(name, '/.-_?=&#:%+~@;|()[]', '                   '))) stored,
  bookmark_count integer not null,
  primary key (space_id, key)
);
create index tags_count_idx on tags (space_id, bookmark_count desc, key);

create function mw_refuse_orphans(parent text) returns void language plpgsql as $$
begin
  raise exception 'the % of a new row is gone', parent using errcode = 'foreign_key_violation';
end $$;

create function mw_bookmarks_inserted() returns trigger language plpgsql as $$
declare
  counted integer;
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  update spaces s set bookmark_count = s.bookmark_count + d.live, favorite_count = s.favorite_count + d.favorite,
      trash_count = s.trash_count + d.trash, last_activity_at = greatest(s.last_activity_at, d.latest)
    from (select space_id, count(*) filter (where deleted_at is null) live,
        count(*) filter (where deleted_at is null and favorite) favorite,
        count(*) filter (where deleted_at is not null) trash, max(updated_at) latest
      from added group by space_id) d
    where s.id = d.space_id;
  get diagnostics counted = row_count;
  if counted < (select count(distinct space_id) from added) then perform mw_refuse_orphans('space'); end if;
  insert into tags as t (space_id, key, name, bookmark_count)
    select space_id, mw_tag_key(tag), min(tag), count(*) from added, unnest(tags) tag
    where deleted_at is null group by 1, 2 order by 1, 2
    on conflict (space_id, key) do update set bookmark_count = t.bookmark_count + excluded.bookmark_count;
  return null;
end $$;
create trigger bookmarks_inserted after insert on bookmarks
  referencing new table as added for each statement execute function mw_bookmarks_inserted();

create function mw_bookmarks_deleted() returns trigger language plpgsql as $$
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
  delete from bookmark_collections where bookmark_id in (select id from removed);
  return null;
end $$;

create type mw_tag_shift as (space_id uuid, name text, shift integer);

create function mw_shift_tags(shifts mw_tag_shift[]) returns void language plpgsql as $$
begin
  if shifts is null then return; end if;
  insert into tags as t (space_id, key, name, bookmark_count)
    select space_id, mw_tag_key(name), min(name), sum(shift) from unnest(shifts)
    group by 1, 2 having sum(shift) > 0 order by 1, 2
    on conflict (space_id, key) do update set bookmark_count = t.bookmark_count + excluded.bookmark_count;
  -- Not by the insertion above: a tag that goes away with its space must not come back.
  update tags t set bookmark_count = t.bookmark_count + s.shift
    from (select space_id, mw_tag_key(name) as key, sum(shift) as shift from unnest(shifts)
      group by 1, 2 having sum(shift) < 0) s
    where t.space_id = s.space_id and t.key = s.key;
  delete from tags t using (select distinct space_id, mw_tag_key(name) as key from unnest(shifts) where shift < 0) s
    where t.space_id = s.space_id and t.key = s.key and t.bookmark_count <= 0;
end $$;
create trigger bookmarks_deleted after delete on bookmarks
  referencing old table as removed for each statement execute function mw_bookmarks_deleted();

create function mw_bookmarks_updated() returns trigger language plpgsql as $$
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  -- A visit changes nothing that is counted.
  if not exists (select 1 from after_rows a join before_rows b on b.id = a.id
    where a.updated_at <> b.updated_at or (a.deleted_at is null) <> (b.deleted_at is null) or a.favorite <> b.favorite
      or a.space_id <> b.space_id or a.tags is distinct from b.tags) then return null; end if;
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
    select a.space_id, tag, 1 shift from after_rows a join before_rows b on b.id = a.id, unnest(a.tags) tag
      where a.deleted_at is null
        and (b.deleted_at is not null or a.tags is distinct from b.tags or a.space_id <> b.space_id)
    union all
    select b.space_id, tag, -1 from after_rows a join before_rows b on b.id = a.id, unnest(b.tags) tag
      where b.deleted_at is null
        and (a.deleted_at is not null or a.tags is distinct from b.tags or a.space_id <> b.space_id)) c));
  update bookmark_collections bc set live = (a.deleted_at is null)
    from after_rows a join before_rows b on b.id = a.id
    where bc.bookmark_id = a.id and (a.deleted_at is null) <> (b.deleted_at is null);
  return null;
end $$;
create trigger bookmarks_updated after update on bookmarks
  referencing old table as before_rows new table as after_rows
  for each statement execute function mw_bookmarks_updated();

create function mw_links_inserted() returns trigger language plpgsql as $$
declare
  counted integer;
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  update collections c set bookmark_count = c.bookmark_count + d.live
    from (select collection_id, count(*) filter (where live) live from added group by 1) d
    where c.id = d.collection_id;
  get diagnostics counted = row_count;
  if counted < (select count(distinct collection_id) from added) then perform mw_refuse_orphans('collection'); end if;
  return null;
end $$;
create trigger links_inserted after insert on bookmark_collections
  referencing new table as added for each statement execute function mw_links_inserted();

create function mw_links_deleted() returns trigger language plpgsql as $$
begin
  update collections c set bookmark_count = c.bookmark_count - d.live
    from (select collection_id, count(*) filter (where live) live from removed group by 1) d
    where c.id = d.collection_id and d.live <> 0;
  return null;
end $$;
create trigger links_deleted after delete on bookmark_collections
  referencing old table as removed for each statement execute function mw_links_deleted();

create function mw_links_updated() returns trigger language plpgsql as $$
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  update collections c set bookmark_count = c.bookmark_count + d.live
    from (select collection_id, sum(live) live from (
        select collection_id, live::int from after_rows union all select collection_id, -live::int from before_rows) x
      group by 1) d
    where c.id = d.collection_id and d.live <> 0;
  return null;
end $$;
create trigger links_updated after update on bookmark_collections
  referencing old table as before_rows new table as after_rows
  for each statement execute function mw_links_updated();

create function mw_collections_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if current_setting('markwell.counting', true) = 'later' then return null; end if;
    update spaces s set collection_count = s.collection_count + d.n
      from (select space_id, count(*) n from changed group by 1) d where s.id = d.space_id;
  else
    update spaces s set collection_count = s.collection_count - d.n
      from (select space_id, count(*) n from changed group by 1) d where s.id = d.space_id;
    delete from bookmark_collections where collection_id in (select id from changed);
  end if;
  return null;
end $$;
create trigger collections_inserted after insert on collections
  referencing new table as changed for each statement execute function mw_collections_counted();
create trigger collections_deleted after delete on collections
  referencing old table as changed for each statement execute function mw_collections_counted();

create function mw_spaces_deleted() returns trigger language plpgsql as $$
begin
  delete from bookmarks where space_id in (select id from removed);
  return null;
end $$;
create trigger spaces_deleted after delete on spaces
  referencing old table as removed for each statement execute function mw_spaces_deleted();

-- The counters of all that an import added. What is to be added is summed up first, so that the rows of the counters
-- are locked only while they are written.
create function mw_count_import(import uuid) returns void language plpgsql as $$
declare
  brought record;
  shifts mw_tag_shift[];
  counted integer;
begin
  select b.space_id, count(*) filter (where b.deleted_at is null) live,
      count(*) filter (where b.deleted_at is null and b.favorite) favorite
    into brought from bookmarks b where b.import_id = import group by 1;
  select array_agg(row (space_id, tag, n)::mw_tag_shift) into shifts
    from (select b.space_id, tag, count(*) n from bookmarks b, unnest(b.tags) tag
      where b.import_id = import and b.deleted_at is null group by 1, 2) t;
  update spaces s set bookmark_count = s.bookmark_count + coalesce(brought.live, 0),
      favorite_count = s.favorite_count + coalesce(brought.favorite, 0),
      collection_count = s.collection_count + (select count(*) from collections c where c.import_id = import),
      last_activity_at = greatest(s.last_activity_at, i.created_at)
    from imports i where i.id = import and s.id = i.space_id;
  if not found then perform mw_refuse_orphans('space'); end if;
  perform mw_shift_tags(shifts);
  update collections c set bookmark_count = c.bookmark_count + d.live
    from (select collection_id, count(*) filter (where live) live from bookmark_collections l
      where l.import_id = import group by 1) d
    where c.id = d.collection_id;
  get diagnostics counted = row_count;
  if counted < (select count(distinct l.collection_id) from bookmark_collections l where l.import_id = import) then
    perform mw_refuse_orphans('collection');
  end if;
end $$;

create table imports (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  collection_id uuid references collections (id) on delete set null,
  status text not null check (status in ('receiving', 'queued', 'running', 'done', 'failed', 'undone')),
  dry_run boolean not null,
  bytes bigint not null default 0,
  bytes_total bigint,
  read_count integer not null default 0,
  created_count integer not null default 0,
  duplicate_count integer not null default 0,
  invalid_count integer not null default 0,
  collection_count integer not null default 0,
  rows jsonb not null default '[]',
  new_collections jsonb not null default '[]',
  attempts smallint not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index imports_account_idx on imports (account_id, created_at desc);
create index imports_open_idx on imports (created_at) where status in ('receiving', 'queued', 'running');

-- What an import has read and not yet merged. \`url_key\` is null for an entry that cannot be taken; \`kept\` is the
-- position of the first entry for the same page, where this one is not it.
create table import_rows (
  import_id uuid not null,
  position integer not null,
  line integer not null,
  bookmark_id uuid not null,
  kept integer,
  folder integer,
  url text not null,
  url_key uuid,
  domain text not null,
  path text not null,
  title text not null,
  title_key text collate "C" not null,
  search tsvector not null,
  description text not null,
  tags text[] not null,
  favorite boolean not null,
  highlighted boolean not null,
  order_key text collate "C" not null,
  added_at timestamptz,
  modified_at timestamptz,
  visited_at timestamptz,
  extra jsonb,
  reasons text[] not null,
  primary key (import_id, position)
);

create table import_folders (
  import_id uuid not null,
  id integer not null,
  path text[] not null,
  description text not null,
  entries integer not null,
  is_leaf boolean not null,
  added_at timestamptz,
  modified_at timestamptz,
  extra jsonb,
  primary key (import_id, id)
);

create function mw_imports_deleted() returns trigger language plpgsql as $$
begin
  delete from import_rows where import_id in (select id from removed);
  delete from import_folders where import_id in (select id from removed);
  return null;
end $$;
create trigger imports_deleted after delete on imports
  referencing old table as removed for each statement execute function mw_imports_deleted();

create table favicons (
  host text primary key,
  content_type text,
  bytes bytea,
  etag text,
  fetched_at timestamptz not null
);
`,
};
