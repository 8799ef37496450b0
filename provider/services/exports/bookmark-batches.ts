import type { Database } from '@/provider/db/client';

/** What of the library goes into the file. */
export interface ExportOptions {
  /** Envelopes of encrypted bookmarks, where the format has room for them. */
  encrypted: boolean;
  /** Descriptions and the dates of changes and visits. */
  metadata: boolean;
  tags: boolean;
  collections: boolean;
}

export interface ExportedBookmark {
  id: string;
  title: string | null;
  url: string | null;
  description: string | null;
  tags: string[];
  encrypted: boolean;
  cipher: string | null;
  favorite: boolean;
  highlighted: boolean;
  extra: Record<string, string> | null;
  orderKey: string;
  visits: number;
  createdAt: Date;
  updatedAt: Date;
  lastAccessedAt: Date | null;
  /** Names of the collections that it is in; empty where the file does not tell them. */
  collections: string[];
}

/** The bookmarks of a space, outside the trash, that stood there when the export began. */
export interface ExportScope {
  readonly spaceId: string;
  readonly encrypted: boolean;
  /** The first and the last place; what is added at the top meanwhile is not part of the export. */
  readonly first: string;
  readonly last: string;
  /** Bookmarks of the space. */
  readonly total: number;
}

/** Rows that are in memory at once; with the longest texts that are allowed some 50 MB, mostly a few hundred kB. */
const batchRows = 250;
const lowestId = '00000000-0000-0000-0000-000000000000';

/** Begins an export; null when there is nothing to export. */
export async function openScope(
  { $client }: Database,
  spaceId: string,
  encrypted: boolean,
): Promise<ExportScope | null> {
  const { rows } = await $client.query<{ first: string | null; last: string | null; total: number }>(
    `select min(order_key) as first, max(order_key) as last,
       (select bookmark_count from spaces where id = $1) as total
     from bookmarks where space_id = $1 and deleted_at is null and ($2 or not encrypted)`,
    [spaceId, encrypted],
  );
  const { first = null, last = null, total = 0 } = rows[0] ?? {};
  return first === null || last === null ? null : { spaceId, encrypted, first, last, total };
}

const columns = `
  b.id, b.title, b.url, b.description, b.tags, b.encrypted, b.cipher, b.favorite, b.highlighted, b.extra,
  b.order_key as "orderKey", b.visits, b.created_at as "createdAt", b.updated_at as "updatedAt",
  b.last_accessed_at as "lastAccessedAt"`;

const names = `
  array(select c.name from bookmark_collections n join collections c on c.id = n.collection_id
    where n.bookmark_id = b.id order by c.is_default desc, c.name_key, c.id)`;

const page = `
  b.space_id = $1 and b.deleted_at is null and ($2 or not b.encrypted) and b.order_key between $3 and $4
    and (b.order_key, b.id) > ($5, $6::uuid)
  order by b.order_key, b.id limit ${batchRows}`;

/** All bookmarks of the scope in the manual order, with the names of their collections where they are wanted. */
export const allBookmarks = (
  db: Database,
  scope: ExportScope | null,
  withCollections: boolean,
): AsyncGenerator<ExportedBookmark[]> =>
  batches(
    db,
    scope,
    `select ${columns}, ${withCollections ? names : "'{}'::text[]"} as collections from bookmarks b where ${page}`,
  );

/**
 * The bookmarks of one collection. Which way is short is known here from the counters, and not left to a planner that
 * knows little of a space that was just imported: by the links of the collection, all read for each batch, or for a
 * large one along the manual order of the space, once. Neither subquery can be turned into a join.
 */
export function bookmarksOf(
  db: Database,
  scope: ExportScope | null,
  { id, count }: { id: string; count: number },
): AsyncGenerator<ExportedBookmark[]> {
  const isLarge = (count * count) / batchRows > (scope?.total ?? 0);
  const isMember = isLarge
    ? `(select l.live from bookmark_collections l where l.bookmark_id = b.id and l.collection_id = $7)`
    : `b.id = any (array(select l.bookmark_id from bookmark_collections l where l.collection_id = $7 and l.live))`;
  return batches(
    db,
    scope,
    `select ${columns}, '{}'::text[] as collections from bookmarks b where ${isMember} and ${page}`,
    [id],
  );
}

/** The bookmarks that are in no collection. There should be none; an export loses nothing all the same. */
export const strayBookmarks = (db: Database, scope: ExportScope | null): AsyncGenerator<ExportedBookmark[]> =>
  batches(
    db,
    scope,
    `select ${columns}, '{}'::text[] as collections from bookmarks b
     where (select true from bookmark_collections l where l.bookmark_id = b.id limit 1) is null and ${page}`,
  );

/**
 * A batch at a time, each a statement of its own: between two of them no connection is held, however slowly the reader
 * takes them, and a reader who goes away leaves nothing behind.
 */
async function* batches(
  { $client }: Database,
  scope: ExportScope | null,
  text: string,
  more: readonly string[] = [],
): AsyncGenerator<ExportedBookmark[]> {
  if (scope === null) return;
  const { spaceId, encrypted, first, last } = scope;
  let after: readonly [string, string] = ['', lowestId];
  for (;;) {
    const { rows } = await $client.query<ExportedBookmark>(text, [
      spaceId,
      encrypted,
      first,
      last,
      ...after,
      ...more,
    ]);
    const lastRow = rows.at(-1);
    if (lastRow === undefined) return;
    yield rows;
    if (rows.length < batchRows) return;
    after = [lastRow.orderKey, lastRow.id];
  }
}
