import { entryName, fieldNames, fields, type EntryFields, type FieldName } from '@/lib/bookmark/fields';
import { entryOf as entryOfBookmark } from '@/lib/bookmark/merge';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { guarded, listCell } from '@/lib/formats/csv-cells';
import { ownAttributes } from '@/lib/formats/entry';
import {
  collectionFolders,
  unnamedFolder,
  type CollectionFolder,
  type FolderSource,
} from '@/lib/formats/collection-folders';
import { MarkdownWriter } from '@/lib/formats/markdown/write';
import {
  writeNetscape,
  type WrittenEntry,
  type WrittenFolder,
  type WrittenItem,
} from '@/lib/formats/netscape/write';
import { printTags } from '@/lib/domain/tags';

const needsQuotes = /[",\r\n]/;

/**
 * Returns one line of a CSV file (RFC 4180), including the line end. Cells that a spreadsheet would evaluate as a
 * formula are prefixed with `'`.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(text: string): string {
  const safe = guarded(text);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A bookmark as written by all exports; fields excluded by the options are empty. */
export interface WrittenBookmark extends WrittenEntry {
  /** Order key in the manual order. */
  readonly place: string;
}

/** A collection as written by all exports; fields excluded by the options are empty. */
export interface WrittenCollection {
  readonly description: string;
  readonly color: string;
  readonly icon?: string | null;
  readonly pinned?: boolean;
  readonly smart: { readonly query: string } | null;
  readonly extra: Readonly<Record<string, string>> | null;
  readonly place: string;
  readonly createdAt: Date;
  readonly modifiedAt: Date | null;
}

/** Returns the entry of a bookmark in an HTML export. */
export const entryOf = ({ place, extra, ...entry }: WrittenBookmark): WrittenEntry => ({
  ...entry,
  extra: { ...extra, [ownAttributes.place]: place },
});

/** Returns the folder of a collection in an HTML export; without collection, a folder that contains only folders. */
export function headingOf(name: string, collection: WrittenCollection | null): WrittenFolder {
  if (collection === null) return { name, description: '', addedAt: null, modifiedAt: null, extra: {} };
  const { description, createdAt, modifiedAt, extra, place, color, icon, pinned, smart } = collection;
  return {
    ...{ name, description, addedAt: createdAt, modifiedAt },
    extra: {
      ...extra,
      [ownAttributes.place]: place,
      [ownAttributes.color]: color,
      ...(icon && { [ownAttributes.icon]: icon }),
      ...(pinned && { [ownAttributes.pinned]: '1' }),
      ...(smart && { [ownAttributes.smart]: smart.query }),
    },
  };
}

/** Returns the position of a folder in its level: that of its collection, or of its first descendant if earlier. */
export function orderOfFolder<C extends FolderSource>(
  { collection, children }: CollectionFolder<C>,
  orderOf: (collection: C) => string,
): string {
  const [first] = children;
  const below = first === undefined ? undefined : orderOfFolder(first, orderOf);
  const own = collection === null ? undefined : orderOf(collection);
  return own === undefined || (below !== undefined && below < own) ? (below ?? '') : own;
}

/** Fields in the columns of a CSV export before and after those of the collections. */
const csvFirst: readonly FieldName[] = ['title', 'url', 'description', 'tags'];
const csvDates: readonly FieldName[] = ['favorite', 'createdAt'];
const csvLast = [
  ...csvDates,
  ...fieldNames.filter((name) => !csvFirst.includes(name) && !csvDates.includes(name)),
];
const csvNames = (names: readonly FieldName[]): string[] => names.map((name) => fields[name].csv);

/** Returns the first line of a CSV export; the names of spaces are in its last column, if it contains several. */
export const csvHead = ({ hasSpaces }: { hasSpaces: boolean }): string =>
  csvLine([...csvNames(csvFirst), 'collections', ...csvNames(csvLast), ...(hasSpaces ? ['space'] : [])]);

/** Returns the line of a bookmark in a CSV export; `visits` is null if the options exclude it. */
export function csvRow(
  bookmark: Omit<EntryFields, 'visits'> & { readonly visits: number | null },
  collections: readonly string[],
  space: string | null,
): string {
  const cells = (names: readonly FieldName[]): string[] =>
    names.map((name) => csvText(bookmark[entryName(name)]));
  return csvLine([
    ...cells(csvFirst),
    listCell(collections),
    ...cells(csvLast),
    ...(space === null ? [] : [space]),
  ]);
}

function csvText(value: EntryFields[keyof EntryFields] | null): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? printTags(value ?? []) : String(value);
}

/** A bookmark in the service's JSON export; fields excluded by the options, and secret ones of an envelope, are absent. */
export interface ExportedBookmark extends Partial<Pick<Bookmark, FieldName>> {
  readonly uuid: string;
  readonly encrypted?: true;
  readonly cipher?: string;
  readonly collections?: readonly string[];
  readonly collectionUuids?: readonly string[];
  readonly order?: string;
  readonly extra?: Readonly<Record<string, string>>;
}

/** A collection in the JSON export. */
export interface ExportedCollection {
  readonly uuid: string;
  readonly name: string;
  readonly color: string;
  readonly icon?: string;
  readonly pinned?: boolean;
  readonly isDefault: boolean;
  readonly smart: { readonly query: string } | null;
  readonly path: readonly string[] | null;
  readonly order: string;
  readonly extra: Readonly<Record<string, string>> | null;
  readonly createdAt: string;
  readonly description?: string;
  readonly updatedAt?: string;
}

export interface ExportedFile {
  readonly version: number;
  /** Account to which envelopes are bound; present if there are any. */
  readonly account?: string;
  readonly collections?: readonly ExportedCollection[];
  readonly bookmarks: readonly ExportedBookmark[];
}

export type ExportFormat = 'html' | 'json' | 'csv' | 'markdown';

/** Converts a JSON export to another format, identical to the service's output, in chunks. */
export function* writeExport(
  file: ExportedFile,
  format: ExportFormat,
): Generator<string | Uint8Array<ArrayBuffer>, void, undefined> {
  if (format === 'json') yield* writeJson(file);
  else if (format === 'csv') yield* writeCsv(file);
  else if (format === 'markdown') yield* writeMarkdown(file);
  else yield* writeNetscape(itemsOf(file));
}

/** Writes one collection and one bookmark per line, like the service. */
function* writeJson({ bookmarks, collections, ...about }: ExportedFile): Generator<string, void, undefined> {
  yield `${JSON.stringify(about).slice(0, -1)},`;
  if (collections) yield `"collections":[\n${collections.map((one) => JSON.stringify(one)).join(',\n')}\n],`;
  yield '"bookmarks":[\n';
  for (const [at, bookmark] of bookmarks.entries()) yield (at === 0 ? '' : ',\n') + JSON.stringify(bookmark);
  yield '\n]}\n';
}

/** Spreadsheets, bookmark files and notes cannot contain envelopes. */
const isReadable = ({ cipher }: ExportedBookmark): boolean => cipher === undefined;

function* writeCsv({ bookmarks }: ExportedFile): Generator<string, void, undefined> {
  yield csvHead({ hasSpaces: false });
  for (const one of bookmarks.filter(isReadable))
    yield csvRow({ ...toWritten(one), visits: one.visits ?? null }, one.collections ?? [], null);
}

function* writeMarkdown({ bookmarks }: ExportedFile): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const writer = new MarkdownWriter();
  for (const one of bookmarks.filter(isReadable)) {
    const { uuid, collections = [] } = one;
    yield writer.add({ ...toWritten(one), uuid, collections, space: null });
  }
  yield writer.end();
}

type Source = ExportedCollection & FolderSource;

/** Collections become the folders that they were imported from; other bookmarks are at the top level. */
function* itemsOf({ bookmarks, collections = [] }: ExportedFile): Generator<WrittenItem> {
  const sources = collections
    .filter(({ isDefault }) => !isDefault)
    .map((one) => ({ ...one, id: one.uuid, sourcePath: one.path }));
  const known = new Set(sources.map(({ id }) => id));
  const rows = new Map<string, ExportedBookmark[]>();
  for (const bookmark of bookmarks.filter(isReadable)) {
    const places = (bookmark.collectionUuids ?? []).filter((uuid) => known.has(uuid));
    for (const place of places.length === 0 ? [''] : places) {
      const list = rows.get(place);
      if (list) list.push(bookmark);
      else rows.set(place, [bookmark]);
    }
  }
  yield* levelOf(rows.get('') ?? [], collectionFolders(sources, unnamedFolder), rows);
}

function* levelOf(
  bookmarks: readonly ExportedBookmark[],
  folders: readonly CollectionFolder<Source>[],
  rows: ReadonlyMap<string, readonly ExportedBookmark[]>,
): Generator<WrittenItem> {
  const waiting = folders.map((folder) => ({ folder, order: orderOfFolder(folder, ({ order }) => order) }));
  let next = 0;
  for (const row of bookmarks) {
    for (let at = waiting[next]; at !== undefined && at.order < (row.order ?? ''); at = waiting[(next += 1)])
      yield* folderOf(at.folder, rows);
    yield { kind: 'entry', entry: entryOf(toWritten(row)) };
  }
  for (const { folder } of waiting.slice(next)) yield* folderOf(folder, rows);
}

function* folderOf(
  { name, collection, children }: CollectionFolder<Source>,
  rows: ReadonlyMap<string, readonly ExportedBookmark[]>,
): Generator<WrittenItem> {
  const heading = collection && {
    ...collection,
    description: collection.description ?? '',
    place: collection.order,
    createdAt: new Date(collection.createdAt),
    modifiedAt: dateOf(collection.updatedAt),
  };
  yield { kind: 'open', folder: headingOf(name, heading) };
  yield* levelOf((collection && rows.get(collection.uuid)) ?? [], children, rows);
  yield { kind: 'close' };
}

const dateOf = (text: string | null | undefined): Date | null =>
  text === null || text === undefined ? null : new Date(text);

const toWritten = (one: ExportedBookmark): WrittenBookmark => ({
  ...entryOfBookmark(one),
  place: one.order ?? '',
  extra: one.extra ?? {},
});
