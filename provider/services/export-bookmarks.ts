import { csvLine } from '@/lib/domain/csv';
import {
  netscapeEntry,
  netscapeFolderEnd,
  netscapeFolderStart,
  netscapeFoot,
  netscapeHead,
} from '@/lib/domain/netscape/write';
import type { Database } from '@/provider/db/client';

export interface ExportOptions {
  encrypted: boolean;
  metadata: boolean;
  tags: boolean;
  collections: boolean;
}

interface Row {
  id: string;
  title: string | null;
  url: string | null;
  description: string | null;
  tags: string[];
  encrypted: boolean;
  cipher: string | null;
  hint: string | null;
  favorite: boolean;
  highlighted: boolean;
  extra: Record<string, string> | null;
  order_key: string;
  visits: number;
  created_at: Date;
  updated_at: Date;
  last_accessed_at: Date | null;
  collections: string[];
}

const batchSize = 1_000;

/** The bookmarks of a space, or of one of its collections, in the manual order; in memory a batch at a time. */
async function* rowsOf(
  { $client }: Database,
  spaceId: string,
  collectionId: string | null,
  options: ExportOptions,
): AsyncGenerator<Row> {
  let after: readonly [string, string] = ['', '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const { rows } = await $client.query<Row>(
      `select b.*, array(select c.name from bookmark_collections bc join collections c on c.id = bc.collection_id
           where bc.bookmark_id = b.id order by c.is_default desc, c.name_key, c.id) as collections
       from bookmarks b
       where b.space_id = $1 and b.deleted_at is null and (b.order_key, b.id) > ($2, $3::uuid)
         and ($4 or not b.encrypted)
         and ($5::uuid is null or exists (select from bookmark_collections m
           where m.bookmark_id = b.id and m.collection_id = $5))
       order by b.order_key, b.id limit ${batchSize}`,
      [spaceId, ...after, options.encrypted, collectionId],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = [last.order_key, last.id];
  }
}

const entryOf = (row: Row, options: ExportOptions) => ({
  url: row.url ?? '',
  title: row.title ?? '',
  description: options.metadata ? (row.description ?? '') : '',
  tags: options.tags ? row.tags : [],
  addedAt: row.created_at,
  modifiedAt: options.metadata ? row.updated_at : null,
  visitedAt: options.metadata ? row.last_accessed_at : null,
  favorite: row.favorite,
  highlighted: row.highlighted,
  extra: row.extra ?? {},
});

/** A file that every browser reads: collections as folders, what is uncollected at the top. No envelopes. */
export async function* exportHtml(
  db: Database,
  spaceId: string,
  options: ExportOptions,
): AsyncGenerator<string> {
  const plain = { ...options, encrypted: false };
  yield netscapeHead;
  const { rows: folders } = await db.$client.query<{
    id: string;
    name: string;
    description: string;
    is_default: boolean;
    source_path: string[] | null;
    created_at: Date;
  }>('select * from collections where space_id = $1 order by is_default desc, order_key, id', [spaceId]);
  for (const folder of options.collections ? folders : []) {
    const path = folder.is_default ? [] : (folder.source_path ?? [folder.name]);
    for (const [index, name] of path.entries()) {
      const isLast = index === path.length - 1;
      const about = { name, description: isLast ? folder.description : '', modifiedAt: null, extra: {} };
      yield netscapeFolderStart({ ...about, addedAt: isLast ? folder.created_at : null }, index + 1);
    }
    for await (const row of rowsOf(db, spaceId, folder.id, plain))
      yield netscapeEntry(entryOf(row, options), path.length + 1);
    for (let depth = path.length; depth > 0; depth -= 1) yield netscapeFolderEnd(depth);
  }
  if (!options.collections) {
    for await (const row of rowsOf(db, spaceId, null, plain)) yield netscapeEntry(entryOf(row, options), 1);
  }
  yield netscapeFoot;
}

const jsonOf = (row: Row, options: ExportOptions) => ({
  uuid: row.id,
  ...(row.encrypted
    ? { encrypted: true, cipher: row.cipher, hint: row.hint }
    : { title: row.title, url: row.url }),
  favorite: row.favorite,
  highlighted: row.highlighted,
  createdAt: row.created_at.toISOString(),
  ...(options.tags && { tags: row.tags.join(',') }),
  ...(options.collections && { collections: row.collections }),
  ...(options.metadata && {
    description: row.description,
    visits: row.visits,
    updatedAt: row.updated_at.toISOString(),
    lastAccessedAt: row.last_accessed_at?.toISOString() ?? null,
  }),
});

/** Everything that the service knows, for scripts and backups. */
export async function* exportJson(
  db: Database,
  spaceId: string,
  options: ExportOptions,
): AsyncGenerator<string> {
  let separator = '{"version":1,"bookmarks":[\n';
  for await (const row of rowsOf(db, spaceId, null, options)) {
    yield separator + JSON.stringify(jsonOf(row, options));
    separator = ',\n';
  }
  yield separator.startsWith('{') ? `${separator}]}\n` : '\n]}\n';
}

/** One line for each bookmark, for spreadsheets; encrypted ones have nothing to show there. */
export async function* exportCsv(
  db: Database,
  spaceId: string,
  options: ExportOptions,
): AsyncGenerator<string> {
  yield csvLine(['title', 'url', 'description', 'tags', 'collections', 'favorite', 'created']);
  for await (const row of rowsOf(db, spaceId, null, { ...options, encrypted: false })) {
    yield csvLine([
      row.title ?? '',
      row.url ?? '',
      options.metadata ? (row.description ?? '') : '',
      options.tags ? row.tags.join(',') : '',
      options.collections ? row.collections.join(', ') : '',
      row.favorite ? 'true' : 'false',
      row.created_at.toISOString(),
    ]);
  }
}
