import type {
  ExportedBookmark,
  ExportedFile,
} from '@/components/features/import-export/exporting/decrypted/exported-file';
import { csvLine } from '@/lib/domain/csv';
import { writeNetscape, type WrittenEntry, type WrittenItem } from '@/lib/domain/netscape/write';
import { parseTags } from '@/lib/domain/tags';

export type DecryptedFormat = 'html' | 'json' | 'csv';

export const mimeTypes = { html: 'text/html', json: 'application/json', csv: 'text/csv' } as const;

/** A file in the form that the service writes it, piece by piece; `home` is the name of the default collection. */
export function* writeFile(
  file: ExportedFile,
  format: DecryptedFormat,
  home: string | null,
): Generator<string, void, undefined> {
  if (format === 'json') yield* writeJson(file);
  else if (format === 'csv') yield* writeCsv(file);
  else yield* writeNetscape(itemsOf(file, home));
}

function* writeJson({ bookmarks, ...about }: ExportedFile): Generator<string, void, undefined> {
  yield `${JSON.stringify(about).slice(0, -1)},"bookmarks":[\n`;
  for (const [at, bookmark] of bookmarks.entries()) yield (at === 0 ? '' : ',\n') + JSON.stringify(bookmark);
  yield '\n]}\n';
}

/** Spreadsheets and bookmark files have no room for an envelope. */
const isReadable = ({ cipher }: ExportedBookmark): boolean => cipher === undefined;

function* writeCsv({ bookmarks }: ExportedFile): Generator<string, void, undefined> {
  yield csvLine(['title', 'url', 'description', 'tags', 'collections', 'favorite', 'created']);
  for (const one of bookmarks.filter(isReadable)) {
    yield csvLine([
      one.title ?? '',
      one.url ?? '',
      one.description ?? '',
      one.tags ?? '',
      one.collections?.join(', ') ?? '',
      one.favorite ? 'true' : 'false',
      one.createdAt,
    ]);
  }
}

/** Collections are folders, and what is in the default one, or in none, stands at the top. */
function* itemsOf({ bookmarks }: ExportedFile, home: string | null): Generator<WrittenItem> {
  const folders = new Map<string, WrittenEntry[]>();
  for (const bookmark of bookmarks.filter(isReadable)) {
    const entry = entryOf(bookmark);
    const names = bookmark.collections ?? [];
    if (names.length === 0 || names.some((name) => name === home)) yield { kind: 'entry', entry };
    for (const name of names) {
      if (name === home) continue;
      const entries = folders.get(name);
      if (entries) entries.push(entry);
      else folders.set(name, [entry]);
    }
  }
  for (const [name, entries] of folders) {
    yield { kind: 'open', folder: { name, description: '', addedAt: null, modifiedAt: null, extra: {} } };
    for (const entry of entries) yield { kind: 'entry', entry };
    yield { kind: 'close' };
  }
}

const dateOf = (text: string | null | undefined): Date | null =>
  text === null || text === undefined ? null : new Date(text);

const entryOf = (one: ExportedBookmark): WrittenEntry => ({
  url: one.url ?? '',
  title: one.title ?? '',
  description: one.description ?? '',
  tags: parseTags(one.tags ?? ''),
  addedAt: dateOf(one.createdAt),
  modifiedAt: dateOf(one.updatedAt),
  visitedAt: dateOf(one.lastAccessedAt),
  favorite: one.favorite,
  highlighted: one.highlighted,
  extra: {},
});
