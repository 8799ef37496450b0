import type { PoolClient } from 'pg';
import { searchColumns } from '@/lib/domain/search-vector';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { combineRepeats, type RepeatedEntry } from '@/lib/domain/netscape/combine-repeats';
import type { ImportRecord } from '@/provider/services/imports/import-record';

/**
 * The tables that a merge works with, gone when its transaction ends: the pages that the space holds, outside the trash,
 * with their bookmarks; the entries of the file for one of those; the collections of the folders; and bookmarks that
 * came into a further collection.
 *
 * The library is read once, as it is before the import adds to it. Looking rows up in `bookmarks` while it grows is left
 * to a planner that knows nothing of the new rows, and takes the wrong index for each of them.
 */
export async function createWorkTables(client: PoolClient, spaceId: string): Promise<void> {
  await client.query(`
    create temp table import_library
      (url_key uuid not null, bookmark_id uuid not null, created_at timestamptz not null) on commit drop;
    create temp table import_known (position integer primary key, bookmark_id uuid not null) on commit drop;
    create temp table import_targets (folder integer primary key, collection_id uuid not null) on commit drop;
    create temp table import_linked (bookmark_id uuid not null) on commit drop`);
  await client.query(
    `insert into import_library
     select url_key, id, created_at from bookmarks
     where space_id = $1 and deleted_at is null and url_key is not null`,
    [spaceId],
  );
  await client.query('create index on import_library (url_key); analyze import_library');
}

/**
 * Looks the rows from `from` up to `to` up in the library. Of several bookmarks of a page it is the one that was made
 * when the entry was, else the newest.
 */
export async function findKnown(
  client: PoolClient,
  { id }: ImportRecord,
  from: number,
  to: number,
): Promise<void> {
  await client.query({
    name: 'import-find-known',
    text: `
      insert into import_known
      select distinct on (r.position) r.position, l.bookmark_id
      from import_rows r join import_library l on l.url_key = r.url_key
      where r.import_id = $1 and r.position >= $2 and r.position < $3 and r.kept is null
      order by r.position, l.created_at is distinct from r.added_at, l.created_at desc, l.bookmark_id desc`,
    values: [id, from, to],
  });
}

type RepeatedRow = RepeatedEntry & { kept: number; bookmarkId: string };

/** Positions of the entries that are repeated further down the file. */
export const keptPositions = (importId: string): string =>
  `select kept from import_rows where import_id = ${importId} and kept is not null`;

const fetchRows = 500;

/** Gives the bookmarks of repeated entries what those say together. Walks them once, however many there are. */
export async function combineDuplicates(client: PoolClient, { id, createdAt }: ImportRecord): Promise<void> {
  // A cursor takes no parameters; the id is one that this service made.
  const importId = client.escapeLiteral(id);
  await client.query(`
    declare repeated no scroll cursor for
    select k.position as kept, k.bookmark_id as "bookmarkId", r.url, r.title, r.description, r.tags,
      r.favorite, r.highlighted, r.added_at as "addedAt", r.modified_at as "modifiedAt", r.visited_at as "visitedAt",
      r.visits, r.extra
    from import_rows r
    join import_rows k on k.import_id = r.import_id and k.position = coalesce(r.kept, r.position)
    where r.import_id = ${importId}
      and (r.kept is not null or r.position in (${keptPositions(importId)}))
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
    await writeCombined(client, combined, createdAt);
  }
  await client.query('close repeated');
}

function withColumns(entry: RepeatedRow) {
  const { domain, path } = parseBookmarkUrl(entry.url);
  return { ...entry, domain, path, ...searchColumns({ ...entry, domain, path }) };
}

async function writeCombined(client: PoolClient, entries: RepeatedRow[], importedAt: Date): Promise<void> {
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
     where b.id = u."bookmarkId"`,
    [JSON.stringify(entries.map(withColumns)), importedAt],
  );
}
