import { csvLine } from '@/lib/domain/csv';
import type { Database } from '@/provider/db/client';
import { allBookmarks, openScope, type ExportOptions } from '@/provider/services/exports/bookmark-batches';

/** One line for each bookmark, for spreadsheets; encrypted ones have nothing to show there. */
export async function* exportCsv(
  db: Database,
  spaceIds: readonly string[],
  options: ExportOptions,
): AsyncGenerator<string> {
  const scope = await openScope(db, spaceIds, { ...options, encrypted: false });
  yield csvLine([
    ...['title', 'url', 'description', 'tags', 'collections', 'favorite', 'created'],
    ...['highlighted', 'visits', 'updated', 'visited'],
  ]);
  const { metadata } = options;
  for await (const rows of allBookmarks(db, scope, options.collections)) {
    const lines = rows.map((row) =>
      csvLine([
        row.title ?? '',
        row.url ?? '',
        metadata ? (row.description ?? '') : '',
        options.tags ? row.tags.join(',') : '',
        row.collections.map(({ name }) => name).join(', '),
        String(row.favorite),
        row.createdAt.toISOString(),
        String(row.highlighted),
        metadata ? String(row.visits) : '',
        metadata ? row.updatedAt.toISOString() : '',
        metadata ? (row.lastAccessedAt?.toISOString() ?? '') : '',
      ]),
    );
    yield lines.join('');
  }
}
