import { collectionFolders, type CollectionFolder } from '@/lib/domain/netscape/collection-folders';
import { unnamedFolder } from '@/lib/domain/netscape/folder-names';
import { ownAttributes } from '@/lib/domain/netscape/own-attributes';
import {
  netscapeEntry,
  netscapeFolderEnd,
  netscapeFolderStart,
  netscapeFoot,
  netscapeHead,
  type WrittenEntry,
} from '@/lib/domain/netscape/write';
import { placesBetween } from '@/lib/domain/order-key';
import type { Database } from '@/provider/db/client';
import {
  allBookmarks,
  bookmarksOf,
  isChosen,
  openScope,
  strayBookmarks,
  type ExportedBookmark,
  type ExportOptions,
  type ExportScope,
} from '@/provider/services/exports/bookmark-batches';
import { Parameters } from '@/provider/services/listing/parameters';

/** A collection as it is written. */
export interface ExportedCollection {
  id: string;
  name: string;
  description: string;
  color: string;
  isDefault: boolean;
  security: 0 | 1;
  listed: boolean;
  smart: { query: string } | null;
  sourcePath: string[] | null;
  extra: Record<string, string> | null;
  orderKey: string;
  count: number;
  createdAt: Date;
  updatedAt: Date;
}

type Folder = CollectionFolder<ExportedCollection>;

/** Writes one library; where something stands is told by its place among what is written. */
interface Writer {
  readonly db: Database;
  readonly scope: ExportScope | null;
  readonly options: ExportOptions;
  readonly placeOf: (orderKey: string) => string;
  readonly folderPlaceOf: (orderKey: string) => string;
}

/**
 * A file that every browser reads, and that brings the same library when it is imported again: collections as the
 * folders that they came from, each once, and what is in the default one at the top. A bookmark of several collections
 * stands in each of their folders. Encrypted bookmarks are left out: an envelope opens in its own account only.
 */
export async function* exportHtml(
  db: Database,
  spaceIds: readonly string[],
  options: ExportOptions,
): AsyncGenerator<string> {
  const scope = await openScope(db, spaceIds, { ...options, encrypted: false });
  const collections = options.collections ? await readCollections(db, spaceIds, options) : [];
  const folders = collections.filter(({ isDefault }) => !isDefault);
  const writer: Writer = {
    db,
    scope,
    options,
    placeOf: scope ? placesBetween(scope.first, scope.last) : (key) => key,
    folderPlaceOf: placesBetween(folders[0]?.orderKey ?? '', folders.at(-1)?.orderKey ?? ''),
  };
  yield netscapeHead;
  if (!options.collections) yield* entries(writer, allBookmarks(db, scope, false), 1);
  else {
    for (const top of collections.filter(({ isDefault }) => isDefault))
      yield* entries(writer, bookmarksOf(db, scope, top), 1);
    yield* entries(writer, strayBookmarks(db, scope), 1);
    yield* writeFolders(writer, collectionFolders(folders, unnamedFolder));
  }
  yield netscapeFoot;
}

/** The collections that go into the file: of a choice of bookmarks only those that hold one of them. */
export async function readCollections(
  { $client }: Database,
  spaceIds: readonly string[],
  { chosen }: ExportOptions,
): Promise<ExportedCollection[]> {
  const parameters = new Parameters();
  const isWanted =
    chosen === undefined
      ? 'true'
      : `id in (select l.collection_id from bookmark_collections l join bookmarks b on b.id = l.bookmark_id
          where l.live ${isChosen(chosen, parameters)})`;
  const { rows } = await $client.query<ExportedCollection>(
    `select id, name, description, color, is_default as "isDefault", security, listed, smart, source_path as "sourcePath", extra,
       order_key as "orderKey", bookmark_count as count, created_at as "createdAt", updated_at as "updatedAt"
     from collections where space_id = any (${parameters.add(spaceIds)}::uuid[]) and ${isWanted}
     order by order_key, id`,
    parameters.values,
  );
  return rows;
}

async function* writeFolders(writer: Writer, folders: readonly Folder[]): AsyncGenerator<string> {
  for (const step of walk(folders, 1)) {
    if (step.folder === null) yield netscapeFolderEnd(step.depth);
    else {
      yield netscapeFolderStart(headingOf(writer, step.folder), step.depth);
      const { collection } = step.folder;
      if (collection !== null && collection.smart === null)
        yield* entries(writer, bookmarksOf(writer.db, writer.scope, collection), step.depth + 1);
    }
  }
}

/** Each folder where it begins, and null where it ends. */
function* walk(
  folders: readonly Folder[],
  depth: number,
): Generator<{ folder: Folder | null; depth: number }> {
  for (const folder of folders) {
    yield { folder, depth };
    yield* walk(folder.children, depth + 1);
    yield { folder: null, depth };
  }
}

function headingOf({ options, folderPlaceOf }: Writer, { name, collection }: Folder) {
  if (collection === null) return { name, description: '', addedAt: null, modifiedAt: null, extra: {} };
  const { description, createdAt, updatedAt, extra, color, orderKey, smart } = collection;
  return {
    name,
    description: options.metadata ? description : '',
    addedAt: createdAt,
    modifiedAt: options.metadata ? updatedAt : null,
    extra: {
      ...extra,
      [ownAttributes.place]: folderPlaceOf(orderKey),
      [ownAttributes.color]: color,
      ...(smart && { [ownAttributes.smart]: smart.query }),
    },
  };
}

async function* entries(
  writer: Writer,
  batches: AsyncIterable<ExportedBookmark[]>,
  depth: number,
): AsyncGenerator<string> {
  for await (const rows of batches) {
    yield rows.map((row) => netscapeEntry(entryOf(writer, row), depth)).join('');
  }
}

const entryOf = ({ options, placeOf }: Writer, row: ExportedBookmark): WrittenEntry => ({
  url: row.url ?? '',
  title: row.title ?? '',
  description: options.metadata ? (row.description ?? '') : '',
  tags: options.tags ? row.tags : [],
  addedAt: row.createdAt,
  modifiedAt: options.metadata ? row.updatedAt : null,
  visitedAt: options.metadata ? row.lastAccessedAt : null,
  favorite: row.favorite,
  highlighted: row.highlighted,
  extra: {
    ...row.extra,
    [ownAttributes.place]: placeOf(row.orderKey),
    ...(options.metadata && row.visits > 0 && { [ownAttributes.visits]: String(row.visits) }),
  },
});
