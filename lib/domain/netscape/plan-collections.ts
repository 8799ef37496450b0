import { folderPaths, type FolderSource } from '@/lib/domain/netscape/collection-folders';
import { fitName, joinNames, visibleNames } from '@/lib/domain/netscape/folder-names';

/** A folder of the file that is to become a collection. */
export interface PlannedFolder {
  readonly id: number;
  /** Names from the top down to the folder itself; a name may be empty. */
  readonly path: readonly string[];
  /** The rules of a smart collection: it becomes one with the same rules. */
  readonly smart?: string | null;
}

/** A collection of the library that a folder may go to. */
export interface KnownCollection extends FolderSource {
  /** Whether it is the one for entries outside every folder, and no folder itself. */
  readonly isDefault?: boolean;
  readonly smart?: string | null;
}

export interface CollectionPlan {
  /** Folder id to the collection that it fills up. */
  readonly existing: ReadonlyMap<number, string>;
  /** Folder id to the name of the collection that is to be made for it. */
  readonly created: ReadonlyMap<number, string>;
}

/**
 * Decides which collection each folder becomes. A folder goes to the collection that is written as this folder, or
 * that an earlier import made from the same path, or to one of its name that was made by hand. Any other becomes a new collection, named by its last
 * folder, or `Parent / Child` and so on upwards while that name is taken; a name that is still taken gets a number.
 * `unnamed` stands for an empty name.
 */
export function planCollections(
  folders: readonly PlannedFolder[],
  library: readonly KnownCollection[],
  unnamed: string,
): CollectionPlan {
  const named = folders.map((folder) => ({
    ...folder,
    names: visibleNames(folder.path, unnamed),
  }));
  const existing = findExisting(named, library, unnamed);
  const created = nameApart(
    named.filter(({ id }) => !existing.has(id)),
    library.map(({ name }) => key(name)),
  );
  return { existing, created };
}

type Named = PlannedFolder & { readonly names: readonly string[] };

const key = (name: string): string => name.normalize('NFC').toLowerCase().trim();
const pathKey = (path: readonly string[]): string => path.map((name) => JSON.stringify(name)).join();
/** Only a collection with the same rules, or like this one without any, is the same. */
const alike = (key: string, smart: string | null | undefined): string =>
  (smart ?? null) === null ? key : `${key}\n${smart}`;
const nameKey = (folder: Named): string => alike(key(lastOf(folder)), folder.smart);
const lastOf = ({ names }: Named): string => names.at(-1) ?? '';

function findExisting(
  folders: readonly Named[],
  library: readonly KnownCollection[],
  unnamed: string,
): Map<number, string> {
  const byPath = new Map<string, string>();
  const byName = new Map<string, string>();
  const rulesOf = new Map(library.map(({ id, smart }) => [id, smart]));
  for (const { id, name, sourcePath, smart } of library) {
    const named = alike(key(name), smart);
    if (sourcePath !== null) byPath.set(alike(pathKey(sourcePath), smart), id);
    else if (!byName.has(named)) byName.set(named, id);
  }
  const written = library.filter(({ isDefault }) => isDefault !== true);
  for (const [id, path] of folderPaths(written, unnamed))
    byPath.set(alike(pathKey(path), rulesOf.get(id)), id);
  const sameName = countBy(folders, nameKey);
  const found = new Map<number, string>();
  for (const folder of folders) {
    const name = nameKey(folder);
    const id =
      byPath.get(alike(pathKey(folder.path), folder.smart)) ??
      (sameName.get(name) === 1 ? byName.get(name) : undefined);
    if (id !== undefined) found.set(folder.id, id);
  }
  return found;
}

/** Names that differ from one another and from those taken. */
function nameApart(folders: readonly Named[], taken: readonly string[]): Map<number, string> {
  const reserved = new Set(taken);
  const lengths = new Map(folders.map(({ id }) => [id, 1]));
  const nameOf = ({ id, names }: Named): string => joinNames(names, lengths.get(id) ?? 1);
  // Each round only looks at the folders whose name was taken in the round before, and makes those names longer.
  for (let clashing = folders; clashing.length > 0;) {
    const counts = countBy(folders, (folder) => key(nameOf(folder)));
    clashing = clashing.filter((folder) => {
      const name = key(nameOf(folder));
      const isTaken = reserved.has(name) || (counts.get(name) ?? 0) > 1;
      return isTaken && (lengths.get(folder.id) ?? 1) < folder.names.length;
    });
    for (const { id } of clashing) lengths.set(id, (lengths.get(id) ?? 1) + 1);
  }
  const numbers = new Map<string, number>();
  return new Map(folders.map((folder) => [folder.id, numbered(nameOf(folder), reserved, numbers)]));
}

/** The name, cut to what a collection's may be, with the first free number behind it where it is taken. */
function numbered(name: string, reserved: Set<string>, numbers: Map<string, number>): string {
  let result = fitName(name);
  const base = key(result);
  for (let number = numbers.get(base) ?? 2; reserved.has(key(result)); number += 1) {
    result = fitName(name, ` (${number})`);
    numbers.set(base, number + 1);
  }
  reserved.add(key(result));
  return result;
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
