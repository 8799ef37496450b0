import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { collectionFolders, unnamedFolder, type CollectionFolder } from '@/lib/formats/collection-folders';
import {
  netscapeEntry,
  netscapeFolderEnd,
  netscapeFolderStart,
  netscapeFoot,
  netscapeHead,
} from '@/lib/formats/netscape/write';
import {
  entryName,
  fieldNames,
  isExported,
  noFields,
  type EntryFields,
  type FieldName,
} from '@/lib/bookmark/fields';
import type { ImportExtra } from '@/lib/formats/entry';
import { placesBetween } from '@/lib/domain/order-key';
import { entryOf, headingOf, orderOfFolder, type WrittenCollection } from '@/lib/formats/export-file';
import type { SpacesOfAccount } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import { collections, type CollectionRow } from '@/provider/db/schema/library';
import {
  allBookmarks,
  bookmarksOf,
  isChosen,
  openScope,
  strayBookmarks,
  type ExportedBookmark,
  type ExportOptions,
  type ExportScope,
} from '@/provider/modules/exports/batches';

type Folder = CollectionFolder<CollectionRow>;

/** Context of an export; the position of an entry is its order in the output. */
interface Writer {
  readonly db: Executor;
  readonly scope: ExportScope | null;
  readonly options: ExportOptions;
  readonly placeOf: (orderKey: string) => string;
}

/**
 * Writes a bookmark file that every browser can import, and that restores the same library when it is imported again:
 * collections become the folders that they were imported from, each once, and the content of the default one is at the
 * top level. A bookmark of several collections is listed in each of their folders. Encrypted bookmarks are omitted: an
 * envelope can be decrypted in its own account only. Spaces that are kept apart are folders around theirs.
 */
export async function* exportHtml(
  db: Executor,
  spaces: SpacesOfAccount,
  options: ExportOptions,
): AsyncGenerator<string> {
  yield netscapeHead;
  if (options.apart === undefined) yield* writeLibrary(db, spaces, options, 1);
  for (const { id, name } of options.apart ?? []) {
    yield netscapeFolderStart(headingOf(name, null), 1);
    yield* writeLibrary(db, { ...spaces, spaceIds: [id] }, options, 2);
    yield netscapeFolderEnd(1);
  }
  yield netscapeFoot;
}

async function* writeLibrary(
  db: Executor,
  spaces: SpacesOfAccount,
  options: ExportOptions,
  depth: number,
): AsyncGenerator<string> {
  const scope = await openScope(db, spaces, { ...options, encrypted: false });
  const written = options.collections ? await readCollections(db, spaces, options) : [];
  const folders = written.filter(({ isDefault }) => !isDefault);
  const writer: Writer = { db, scope, options, placeOf: jointPositions(scope, folders) };
  if (!options.collections) yield* writeLevel(writer, allBookmarks(db, scope, false), [], depth);
  else {
    const tops = written.filter(({ isDefault }) => isDefault).map((top) => bookmarksOf(db, scope, top));
    const rows = concatenate([...tops, strayBookmarks(db, scope)]);
    yield* writeLevel(writer, rows, collectionFolders(folders, unnamedFolder), depth);
  }
}

/** Returns the collections to export; for a choice of bookmarks only those that contain one of them. */
export async function readCollections(
  db: Executor,
  { accountId, spaceIds }: SpacesOfAccount,
  { chosen }: ExportOptions,
): Promise<CollectionRow[]> {
  const holding = sql`${collections.id} in (select l.collection_id from bookmark_collections l
    join bookmarks b on b.account_id = l.account_id and b.id = l.bookmark_id
    where l.account_id = ${accountId} and l.live ${isChosen(chosen)})`;
  return db
    .select()
    .from(collections)
    .where(
      and(
        eq(collections.accountId, accountId),
        inArray(collections.spaceId, [...spaceIds]),
        chosen === undefined ? undefined : holding,
      ),
    )
    .orderBy(asc(collections.orderKey), asc(collections.id));
}

/**
 * Writes one level of the tree: its bookmarks and folders, merged by their positions in the manual order. Both inputs
 * are in that order.
 */
async function* writeLevel(
  writer: Writer,
  batches: AsyncIterable<ExportedBookmark[]>,
  folders: readonly Folder[],
  depth: number,
): AsyncGenerator<string> {
  const { options, placeOf } = writer;
  const waiting = folders.map((folder) => ({
    folder,
    key: orderOfFolder(folder, ({ orderKey }) => orderKey),
  }));
  let next = 0;
  for await (const rows of batches) {
    let text = '';
    for (const row of rows) {
      for (let at = waiting[next]; at !== undefined && at.key < row.orderKey; at = waiting[(next += 1)]) {
        yield text;
        text = '';
        yield* writeFolder(writer, at.folder, depth);
      }
      text += netscapeEntry(entryOf({ ...bookmarkOf(row, options), place: placeOf(row.orderKey) }), depth);
    }
    yield text;
  }
  for (const { folder } of waiting.slice(next)) yield* writeFolder(writer, folder, depth);
}

async function* writeFolder(writer: Writer, folder: Folder, depth: number): AsyncGenerator<string> {
  const { collection, children } = folder;
  const heading = headingOf(folder.name, collection && collectionOf(writer, collection));
  yield netscapeFolderStart(heading, depth);
  const holdsRows = collection !== null && collection.smart === null;
  const batches = holdsRows ? bookmarksOf(writer.db, writer.scope, collection) : noBatches();
  yield* writeLevel(writer, batches, children, depth + 1);
  yield netscapeFolderEnd(depth);
}

async function* noBatches(): AsyncGenerator<ExportedBookmark[]> {}

async function* concatenate<T>(lists: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  for (const list of lists) yield* list;
}

/** Returns the position of an order key in the joint order of bookmarks and collections. */
export function jointPositions(
  scope: ExportScope | null,
  folders: readonly Pick<CollectionRow, 'orderKey'>[],
): (orderKey: string) => string {
  const keys = [scope?.first, scope?.last, folders[0]?.orderKey, folders.at(-1)?.orderKey];
  const sorted = keys.filter((key) => key !== undefined).sort((a, b) => (a < b ? -1 : 1));
  return placesBetween(sorted[0] ?? '', sorted.at(-1) ?? '');
}

const collectionOf = ({ options, placeOf }: Writer, collection: CollectionRow): WrittenCollection => ({
  ...collection,
  description: options.metadata ? collection.description : '',
  place: placeOf(collection.orderKey),
  modifiedAt: options.metadata ? collection.updatedAt : null,
});

/** Returns the names of the fields that the options include. */
export const exportedFields = (options: ExportOptions): FieldName[] =>
  fieldNames.filter((name) => isExported(name, options));

/** Returns the fields of a bookmark that the options include as an entry. */
export const bookmarkOf = (
  row: ExportedBookmark,
  options: ExportOptions,
): EntryFields & { extra: ImportExtra } => ({
  ...noFields,
  ...Object.fromEntries(
    exportedFields(options).flatMap((name) => (row[name] === null ? [] : [[entryName(name), row[name]]])),
  ),
  extra: row.extra ?? {},
});
