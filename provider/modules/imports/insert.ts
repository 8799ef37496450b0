import type { PoolClient } from 'pg';
import { combineRepeats, type RepeatedEntry } from '@/lib/domain/netscape/draft';
import { searchColumns } from '@/lib/domain/search-vector';
import { parseBookmarkUrl } from '@/lib/domain/url';
import type { Place } from '@/provider/actor';
import type { ImportRecord } from '@/provider/db/schema/imports';
import type { ImportKey } from '@/provider/modules/imports/queries';

/**
 * The tables that a merge works with, gone when its transaction ends: the pages that the space holds, outside the trash,
 * with their bookmarks; the entries of the file for one of those; the collections of the folders; and bookmarks that
 * came into a further collection.
 *
 * The library is read once, as it is before the import adds to it. Looking rows up in `bookmarks` while it grows is left
 * to a planner that knows nothing of the new rows, and takes the wrong index for each of them.
 */
export async function createWorkTables(client: PoolClient, { accountId, spaceId }: Place): Promise<void> {
  await client.query(`
    create temp table import_library
      (url_key uuid not null, bookmark_id uuid not null, created_at timestamptz not null) on commit drop;
    create temp table import_known (position integer primary key, bookmark_id uuid not null) on commit drop;
    create temp table import_targets (folder integer primary key, collection_id uuid not null) on commit drop;
    create temp table import_linked (bookmark_id uuid not null) on commit drop`);
  await client.query(
    `insert into import_library
     select url_key, id, created_at from bookmarks
     where account_id = $2 and space_id = $1 and deleted_at is null and url_key is not null`,
    [spaceId, accountId],
  );
  await client.query('create index on import_library (url_key); analyze import_library');
}

/**
 * Looks the rows from `from` up to `to` up in the library. Of several bookmarks of a page it is the one that was made
 * when the entry was, else the newest.
 */
export async function findKnown(
  client: PoolClient,
  { id, accountId }: ImportRecord,
  from: number,
  to: number,
): Promise<void> {
  await client.query({
    name: 'import-find-known',
    text: `
      insert into import_known
      select distinct on (r.position) r.position, l.bookmark_id
      from import_rows r join import_library l on l.url_key = r.url_key
      where r.account_id = $4 and r.import_id = $1 and r.position >= $2 and r.position < $3 and r.kept is null
      order by r.position, l.created_at is distinct from r.added_at, l.created_at desc, l.bookmark_id desc`,
    values: [id, from, to, accountId],
  });
}

type RepeatedRow = RepeatedEntry & { kept: number; bookmarkId: string };

/** Positions of the entries that are repeated further down the file. */
const keptPositions = (accountId: string, importId: string): string =>
  `select kept from import_rows where account_id = ${accountId} and import_id = ${importId} and kept is not null`;

const fetchRows = 500;

/** Gives the bookmarks of repeated entries what those say together. Walks them once, however many there are. */
export async function combineDuplicates(client: PoolClient, record: ImportRecord): Promise<void> {
  // A cursor takes no parameters; the ids are those that this service made.
  const importId = client.escapeLiteral(record.id);
  const accountId = client.escapeLiteral(record.accountId);
  await client.query(`
    declare repeated no scroll cursor for
    select k.position as kept, k.bookmark_id as "bookmarkId", r.url, r.title, r.description, r.tags,
      r.favorite, r.highlighted, r.added_at as "addedAt", r.modified_at as "modifiedAt", r.visited_at as "visitedAt",
      r.visits, r.extra
    from import_rows r
    join import_rows k on k.account_id = r.account_id and k.import_id = r.import_id and k.position = coalesce(r.kept, r.position)
    where r.account_id = ${accountId} and r.import_id = ${importId}
      and (r.kept is not null or r.position in (${keptPositions(accountId, importId)}))
      and not exists (select from import_known n where n.position = k.position)
    order by 1, r.position`);
  let current = null as RepeatedRow | null;
  for (let isOver = false; !isOver;) {
    const { rows } = await client.query<RepeatedRow>(`fetch ${fetchRows} from repeated`);
    const combined: RepeatedRow[] = [];
    for (const row of rows) {
      if (current?.kept === row.kept) current = { ...current, ...combineRepeats(current, row) };
      else {
        if (current !== null) combined.push(current);
        current = row;
      }
    }
    isOver = rows.length < fetchRows;
    if (isOver && current !== null) combined.push(current);
    await writeCombined(client, record, combined);
  }
  await client.query('close repeated');
}

function withColumns(entry: RepeatedRow) {
  const { domain, path } = parseBookmarkUrl(entry.url);
  return { ...entry, domain, path, ...searchColumns({ ...entry, domain, path }) };
}

async function writeCombined(
  client: PoolClient,
  { accountId, createdAt }: ImportRecord,
  entries: RepeatedRow[],
): Promise<void> {
  if (entries.length === 0) return;
  await client.query(
    `update bookmarks b
     set title = u.title, url = u.url, domain = u.domain, path = u.path, description = u.description, tags = u.tags, favorite = u.favorite,
       highlighted = u.highlighted, extra = u.extra, created_at = coalesce(u."addedAt", $2),
       updated_at = coalesce(u."modifiedAt", u."addedAt", $2), last_accessed_at = u."visitedAt", visits = u.visits,
       title_key = u."titleKey", search = u.search::tsvector, type = u.type, index_version = u."indexVersion"
     from jsonb_to_recordset($1) as u ("bookmarkId" uuid, title text, url text, domain text, path text, description text, tags text[], favorite boolean,
       highlighted boolean, "addedAt" timestamptz, "modifiedAt" timestamptz, "visitedAt" timestamptz, visits integer, extra jsonb,
       "titleKey" text, search text, type text, "indexVersion" smallint)
     where b.account_id = $3 and b.id = u."bookmarkId"`,
    [JSON.stringify(entries.map(withColumns)), createdAt, accountId],
  );
}

/** Entries of the file that become bookmarks: they have an address, and are neither repeated nor known. */
const isNew = (accountId: string): string => `
  r.account_id = ${accountId} and r.import_id = $1 and r.url_key is not null and r.kept is null
  and not exists (select from import_known n where n.position = r.position)`;

/** Makes the bookmarks of the rows from `from` up to `to`, which have been looked up; answers how many. */
export async function insertBookmarks(
  client: PoolClient,
  { id, spaceId, accountId, createdAt }: ImportRecord,
  from: number,
  to: number,
): Promise<number> {
  const { rowCount } = await client.query({
    name: 'import-insert-bookmarks',
    text: `
      insert into bookmarks (id, space_id, account_id, title, url, url_key, domain, path, description, tags, favorite,
        highlighted, order_key, extra, import_id, created_at, updated_at, last_accessed_at, title_key, search, type,
        index_version, visits)
      select r.bookmark_id, $2, $3, r.title, r.url, r.url_key, r.domain, r.path, r.description, r.tags, r.favorite,
        r.highlighted, r.order_key, r.extra, $1, coalesce(r.added_at, $4), coalesce(r.modified_at, r.added_at, $4),
        r.visited_at, r.title_key, r.search, r.type, r.index_version, r.visits
      from import_rows r
      where ${isNew('$3')} and r.position >= $5 and r.position < $6
      order by r.position`,
    values: [id, spaceId, accountId, createdAt, from, to],
  });
  return rowCount ?? 0;
}

/** How many bookmarks the rows from `from` up to `to` would become. */
export async function countBookmarks(
  client: PoolClient,
  { id, accountId }: ImportKey,
  from: number,
  to: number,
): Promise<number> {
  const { rows } = await client.query<{ total: number }>(
    `select count(*)::integer as total from import_rows r
     where ${isNew('$4')} and r.position >= $2 and r.position < $3`,
    [id, from, to, accountId],
  );
  return rows[0]?.total ?? 0;
}

/**
 * Where entries go that are in no folder: the one collection that everything goes to, or the default one. It is the
 * default one too when the other was deleted in the meantime.
 */
export async function findTop(
  client: PoolClient,
  { accountId, spaceId, collectionId }: ImportRecord,
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `select id from collections where account_id = $3 and space_id = $1 and (id = $2 or is_default)
     order by is_default limit 1`,
    [spaceId, collectionId, accountId],
  );
  return rows[0]?.id;
}

const targetOf = ({ collectionId }: ImportRecord, top: string): string =>
  collectionId === null ? `coalesce(t.collection_id, ${top})` : `${top}::uuid`;

/** Puts the new bookmarks into their collections, except those that the file repeats. */
export async function linkNewBookmarks(
  client: PoolClient,
  record: ImportRecord,
  top: string | undefined,
): Promise<void> {
  const { id, accountId, spaceId, createdAt } = record;
  await client.query(
    `insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at, import_id)
     select $5::uuid, r.bookmark_id, ${targetOf(record, '$3')}, $2, true, coalesce(r.added_at, $4), $1
     from import_rows r left join import_targets t on t.folder = r.folder
     where ${isNew('$5')} and r.position not in (${keptPositions('$5', '$1')})
     order by r.position`,
    [id, spaceId, top, createdAt, accountId],
  );
}

/**
 * What was put into a collection that has been deleted since goes to `top` instead. The space is locked by now, so that
 * no further collection can go.
 */
export async function leaveGoneCollections(
  client: PoolClient,
  { id, accountId }: ImportRecord,
  from: string | undefined,
  top: string | undefined,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `with gone as (
       select folder, collection_id as id from import_targets t
       where not exists (select from collections c where c.account_id = $2 and c.id = t.collection_id)
     ), moved as (
       update import_targets t set collection_id = $1 from gone where t.folder = gone.folder
     )
     select id from gone`,
    [top, accountId],
  );
  const gone = rows.map((row) => row.id);
  if (from !== undefined && from !== top) gone.push(from);
  if (gone.length === 0) return;
  await client.query(
    `update bookmark_collections set collection_id = $2
     where account_id = $4 and import_id = $1 and collection_id = any ($3::uuid[])`,
    [id, top, gone, accountId],
  );
}

/**
 * Puts pages that the file repeats, or that were in the library already, into the collections of all their folders, so
 * that no folder loses an entry; a page of the library is put nowhere from the top of the file. The space is locked:
 * what has been erased since stays away, and what is in the trash stays there.
 */
export async function linkRepeated(
  client: PoolClient,
  record: ImportRecord,
  top: string | undefined,
): Promise<void> {
  const { id, accountId, spaceId, collectionId } = record;
  await client.query(
    `with linked as (
     insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at, import_id)
     select distinct b.account_id, b.id, ${targetOf(record, '$3')}, $2::uuid, b.deleted_at is null, b.created_at, $1::uuid
     from (
       select position, kept from import_rows where account_id = $5 and import_id = $1 and kept is not null
       union select kept, kept from import_rows where account_id = $5 and import_id = $1 and kept is not null
       union select position, position from import_known) d
     join import_rows r on r.account_id = $5 and r.import_id = $1 and r.position = d.position
     join import_rows k on k.account_id = $5 and k.import_id = $1 and k.position = d.kept
     left join import_known n on n.position = d.kept
     left join import_targets t on t.folder = r.folder
     join bookmarks b on b.account_id = $5 and b.id = coalesce(n.bookmark_id, k.bookmark_id) and b.space_id = $2
     where n.position is null or r.folder is not null or $4
     on conflict do nothing
     returning bookmark_id)
     insert into import_linked select distinct bookmark_id from linked`,
    [id, spaceId, top, collectionId !== null, accountId],
  );
}

/**
 * Takes what is in a folder of the file by now out of the default collection, and notes the bookmarks that were there
 * before the import. Their links are counted by now.
 */
export async function leaveDefault(
  client: PoolClient,
  { id, accountId, spaceId }: ImportRecord,
): Promise<void> {
  await client.query(
    `with gone as (
       delete from bookmark_collections l using import_linked i, collections d
       where d.account_id = $3 and d.space_id = $2 and d.is_default
         and l.account_id = $3 and l.bookmark_id = i.bookmark_id and l.collection_id = d.id
         and exists (select from bookmark_collections o
           where o.account_id = l.account_id and o.bookmark_id = l.bookmark_id and o.collection_id <> l.collection_id)
       returning l.bookmark_id, l.import_id)
     insert into import_changes (account_id, import_id, bookmark_id, left_default, default_import_id)
     select $3, $1, bookmark_id, true, import_id from gone where import_id is distinct from $1
     on conflict (account_id, import_id, bookmark_id)
       do update set left_default = true, default_import_id = excluded.default_import_id`,
    [id, spaceId, accountId],
  );
}
