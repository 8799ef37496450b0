import { MarkdownWriter } from '@/lib/formats/markdown/write';
import type { SpacesOfAccount } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import { bookmarksBySpace, openScope, type ExportOptions } from '@/provider/modules/exports/batches';
import { bookmarkOf } from '@/provider/modules/exports/html';

/**
 * Exports one note per bookmark, with its fields as front matter, in a zip archive; spaces that are kept apart are
 * folders. Encrypted bookmarks are omitted.
 */
export async function* exportMarkdown(
  db: Executor,
  spaces: SpacesOfAccount,
  options: ExportOptions,
): AsyncGenerator<Uint8Array> {
  const scope = await openScope(db, spaces, { ...options, encrypted: false });
  const writer = new MarkdownWriter();
  for await (const { space, rows } of bookmarksBySpace(db, scope, options)) {
    const notes = rows.map((row) =>
      writer.add({
        ...bookmarkOf(row, options),
        uuid: row.id,
        collections: row.collections.map(({ name }) => name),
        space,
      }),
    );
    yield Buffer.concat(notes);
  }
  yield writer.end();
}
