import { csvHead, csvRow } from '@/lib/domain/write-export';
import type { Database } from '@/provider/db/client';
import { allBookmarks, openScope, type ExportOptions } from '@/provider/services/exports/bookmark-batches';
import { bookmarkOf } from '@/provider/services/exports/export-html';

/** One line for each bookmark, for spreadsheets; encrypted ones have nothing to show there. */
export async function* exportCsv(
  db: Database,
  spaceIds: readonly string[],
  options: ExportOptions,
): AsyncGenerator<string> {
  const scope = await openScope(db, spaceIds, { ...options, encrypted: false });
  yield csvHead;
  const { metadata } = options;
  for await (const rows of allBookmarks(db, scope, options.collections)) {
    const lines = rows.map((row) =>
      csvRow(
        { ...bookmarkOf(row, options), visits: metadata ? row.visits : null },
        row.collections.map(({ name }) => name),
      ),
    );
    yield lines.join('');
  }
}
