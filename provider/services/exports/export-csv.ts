import { csvLine } from '@/lib/domain/csv';
import type { Database } from '@/provider/db/client';
import { allBookmarks, openScope, type ExportOptions } from '@/provider/services/exports/bookmark-batches';

/** One line for each bookmark, for spreadsheets; encrypted ones have nothing to show there. */
export async function* exportCsv(
  db: Database,
  spaceId: string,
  options: ExportOptions,
): AsyncGenerator<string> {
  const scope = await openScope(db, spaceId, { ...options, encrypted: false });
  yield csvLine(['title', 'url', 'description', 'tags', 'collections', 'favorite', 'created']);
  for await (const rows of allBookmarks(db, scope, options.collections)) {
    const lines = rows.map((row) =>
      csvLine([
        row.title ?? '',
        row.url ?? '',
        options.metadata ? (row.description ?? '') : '',
        options.tags ? row.tags.join(',') : '',
        row.collections.join(', '),
        row.favorite ? 'true' : 'false',
        row.createdAt.toISOString(),
      ]),
    );
    yield lines.join('');
  }
}
