import { isBlank } from '@/lib/contract/blank';
import { limits } from '@/lib/contract/limits';
import {
  cutText,
  detach,
  NetscapeLimitError,
  netscapeLimits,
  type NetscapeExtra,
  type NetscapeFolder,
} from '@/lib/domain/netscape/entry';

/** What a heading says of its folder. */
export interface Heading {
  readonly name: string;
  readonly addedAt: Date | null;
  readonly modifiedAt: Date | null;
  readonly extra: NetscapeExtra;
}

// A file of nothing but list starts would fill the memory with levels; from here on they are only counted.
const trackedLevels = 200_000;

/** The folders of a file and the parser's position in them. Lists may be opened or closed too often. */
export class Folders {
  /** In the order of first appearance. */
  readonly all: NetscapeFolder[] = [];
  private readonly byPlace = new Map<string, NetscapeFolder>();
  private readonly pathLengths = new Map<NetscapeFolder, number>();
  private readonly levels: (NetscapeFolder | null)[] = [];
  private untracked = 0;
  /** Entries of the file so far. */
  entries = 0;

  /** The folder that entries go to, null at the top. */
  get current(): NetscapeFolder | null {
    return this.levels.at(-1) ?? null;
  }

  get isOutside(): boolean {
    return this.levels.length === 0;
  }

  /** Opens a list that belongs to `folder`. */
  enter(folder: NetscapeFolder | null): void {
    if (this.levels.length < trackedLevels) this.levels.push(folder);
    else this.untracked += 1;
  }

  leave(): void {
    if (this.untracked > 0) this.untracked -= 1;
    else this.levels.pop();
  }

  /** The folder of that name in `parent`: the one that is there already, or a new one. */
  add(heading: Heading, parent: NetscapeFolder | null): NetscapeFolder {
    const name = detach(cutText(heading.name, netscapeLimits.folderNameLength));
    const place = `${parent?.id ?? 0}\n${name}`;
    const known = this.byPlace.get(place);
    if (known !== undefined) return merge(known, heading);
    const pathLength = (parent === null ? 0 : (this.pathLengths.get(parent) ?? 0)) + name.length + 1;
    if (parent !== null && (parent.depth >= netscapeLimits.depth || pathLength > netscapeLimits.pathLength)) {
      return parent;
    }
    if (this.all.length >= netscapeLimits.folders) throw new NetscapeLimitError('folders');
    const folder: NetscapeFolder = {
      ...heading,
      name,
      parent,
      id: this.all.length + 1,
      depth: (parent?.depth ?? 0) + 1,
      before: this.entries,
      description: '',
    };
    this.all.push(folder);
    this.byPlace.set(place, folder);
    this.pathLengths.set(folder, pathLength);
    return folder;
  }
}

/** The same folder once more: what it did not know before is taken, and the oldest date stays. */
function merge(folder: NetscapeFolder, heading: Heading): NetscapeFolder {
  folder.addedAt = earlier(folder.addedAt, heading.addedAt);
  folder.modifiedAt ??= heading.modifiedAt;
  folder.extra = { ...heading.extra, ...folder.extra };
  return folder;
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one;

/** Replaces an empty name. In English, like the name of the default collection. */
export const unnamedFolder = 'Unnamed folder';

/** The names of folders as names of collections: `unnamed` replaces an invisible one. */
const visibleNames = (path: readonly string[], unnamed: string): string[] =>
  path.map((name) => (isBlank(name) ? unnamed : name.trim()));

/** The name of a collection made from the last `length` of the folders, uncut. */
const joinNames = (names: readonly string[], length: number): string => names.slice(-length).join(' / ');

/** The name with what is put behind it, cut to what a collection's may be. */
function fitName(name: string, suffix = ''): string {
  const max = limits.collectionNameLength - suffix.length;
  const cut = cutText(name, max);
  return (cut === name ? name : `${cutText(name, max - 1).trimEnd()}…`) + suffix;
}

/** Whether an import may have given this name to the collection that it made from the folders of `path`. */
function isNamedAfter(name: string, path: readonly string[], unnamed: string): boolean {
  const names = visibleNames(path, unnamed);
  const number = / \(\d+\)$/.exec(name)?.[0] ?? '';
  return names.some((_, index) => {
    const joined = joinNames(names, index + 1);
    return name === fitName(joined) || name === fitName(joined, number);
  });
}

/** What of a collection tells which folder it is. */
export interface FolderSource {
  readonly id: string;
  readonly name: string;
  /** The folders that it was made from by an import; null for one that was made by hand. */
  readonly sourcePath: readonly string[] | null;
}

/** A folder of the file that a library is written to. */
export interface CollectionFolder<C extends FolderSource> {
  readonly name: string;
  /** Null for a folder that only holds other folders. */
  readonly collection: C | null;
  readonly children: readonly CollectionFolder<C>[];
}

interface Node<C> {
  readonly segment: string;
  collection: C | null;
  readonly children: Node<C>[];
  readonly bySegment: Map<string, Node<C>>;
}

/**
 * The folders that collections are written as: the tree that they were imported from, each folder once, in the order of
 * the collections. A collection that was renamed since gives its folder the new name; one that was created by hand is
 * at the top. No two folders of one place have the same name.
 */
export function collectionFolders<C extends FolderSource>(
  collections: readonly C[],
  unnamed: string,
): CollectionFolder<C>[] {
  const root = createNode<C>('');
  for (const collection of collections) plant(root, collection);
  return named(root.children, unnamed);
}

/** The path of each collection's folder, by the collection's id. */
export function folderPaths(collections: readonly FolderSource[], unnamed: string): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  const visit = (folders: readonly CollectionFolder<FolderSource>[], above: readonly string[]): void => {
    for (const { name, collection, children } of folders) {
      const path = [...above, name];
      if (collection !== null) paths.set(collection.id, path);
      visit(children, path);
    }
  };
  visit(collectionFolders(collections, unnamed), []);
  return paths;
}

const createNode = <C>(segment: string): Node<C> => ({
  segment,
  collection: null,
  children: [],
  bySegment: new Map(),
});

function plant<C extends FolderSource>(root: Node<C>, collection: C): void {
  const { sourcePath, name } = collection;
  const path = sourcePath === null || sourcePath.length === 0 ? [name] : sourcePath;
  let parent = root;
  let node = root;
  for (const segment of path) {
    parent = node;
    node = parent.bySegment.get(segment) ?? addChild(parent, segment);
  }
  // Two collections of one path: the later one is a folder beside the first.
  if (node.collection !== null) parent.children.push((node = createNode(node.segment)));
  node.collection = collection;
}

function addChild<C>(parent: Node<C>, segment: string): Node<C> {
  const node = createNode<C>(segment);
  parent.children.push(node);
  parent.bySegment.set(segment, node);
  return node;
}

function named<C extends FolderSource>(nodes: readonly Node<C>[], unnamed: string): CollectionFolder<C>[] {
  const freeName = createNamer();
  return nodes.map((node) => ({
    name: freeName(nameOf(node, unnamed)),
    collection: node.collection,
    children: named(node.children, unnamed),
  }));
}

function nameOf<C extends FolderSource>({ segment, collection }: Node<C>, unnamed: string): string {
  if (collection === null) return segment;
  const { name, sourcePath } = collection;
  return isNamedAfter(name, sourcePath ?? [name], unnamed) ? segment : name;
}

/** Answers the name it is given, with the first free number behind it where it was given before. */
function createNamer(): (name: string) => string {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return (name) => {
    let free = name;
    for (let number = numbers.get(name) ?? 2; taken.has(free); number += 1) {
      free = `${name} (${number})`;
      numbers.set(name, number + 1);
    }
    taken.add(free);
    return free;
  };
}

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
 * `unnamed` replaces an empty name.
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
