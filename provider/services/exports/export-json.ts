import type { Database } from '@/provider/db/client';
import {
  allBookmarks,
  openScope,
  type ExportedBookmark,
  type ExportOptions,
} from '@/provider/services/exports/bookmark-batches';

/**
 * Everything that the service knows, for scripts and backups. An encrypted bookmark is its envelope, which is bound to
 * the account and opens nowhere without its uuid; the hint of its key stays at home.
 */
export async function* exportJson(
  db: Database,
  spaceId: string,
  options: ExportOptions,
  { accountId }: { accountId: string },
): AsyncGenerator<string> {
  const scope = await openScope(db, spaceId, options);
  const account = options.encrypted ? `"account":${JSON.stringify(accountId)},` : '';
  yield `{"version":1,${account}"bookmarks":[\n`;
  let separator = '';
  for await (const rows of allBookmarks(db, scope, options.collections)) {
    yield separator + rows.map((row) => JSON.stringify(jsonOf(row, options))).join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}

const jsonOf = (row: ExportedBookmark, options: ExportOptions) => ({
  uuid: row.id,
  ...(row.encrypted ? { encrypted: true, cipher: row.cipher } : { title: row.title, url: row.url }),
  favorite: row.favorite,
  highlighted: row.highlighted,
  createdAt: row.createdAt.toISOString(),
  ...(options.tags && { tags: row.tags.join(',') }),
  ...(options.collections && { collections: row.collections }),
  ...(options.metadata && {
    description: row.description,
    visits: row.visits,
    updatedAt: row.updatedAt.toISOString(),
    lastAccessedAt: row.lastAccessedAt?.toISOString() ?? null,
  }),
});
