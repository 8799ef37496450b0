import { isBlank } from '@/lib/contract/blank';
import { limits } from '@/lib/contract/limits';
import { cutText } from '@/lib/formats/text';

/** Replaces an empty name. In English, like the name of the default collection. */
export const unnamedFolder = 'Unnamed folder';

/** Converts folder names to collection names: `unnamed` replaces names without visible characters. */
const visibleNames = (path: readonly string[], unnamed: string): string[] =>
  path.map((name) => (isBlank(name) ? unnamed : name.trim()));

/** Joins the last `length` folder names to a collection name, untruncated. */
const joinNames = (names: readonly string[], length: number): string => names.slice(-length).join(' / ');

/** Appends a suffix to a name and truncates it to the maximum length of a collection name. */
function fitName(name: string, suffix = ''): string {
  const max = limits.collectionNameLength - suffix.length;
  const cut = cutText(name, max);
  return (cut === name ? name : `${cutText(name, max - 1).trimEnd()}…`) + suffix;
}

/** Whether an import may have given this name to the collection of the folder at `path`. */
function isNamedAfter(name: string, path: readonly string[], unnamed: string): boolean {
  const names = visibleNames(path, unnamed);
  const number = / \(\d+\)$/.exec(name)?.[0] ?? '';
  return names.some((_, index) => {
    const joined = joinNames(names, index + 1);
    return name === fitName(joined) || name === fitName(joined, number);
  });
}

/** The fields of a collection that identify its folder. */
export interface FolderSource {
  readonly id: string;
  readonly name: string;
  /** Path of the imported folder; null for a collection that was created manually. */
  readonly sourcePath: readonly string[] | null;
}

/** A folder of an exported file. */
export interface CollectionFolder<C extends FolderSource> {
  readonly name: string;
  /** Null for a folder that contains only folders. */
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
 * Returns the folders for exporting collections: the tree that they were imported from, each folder once, in the order
 * of the collections. A renamed collection gives its folder the new name; a manually created one is at the top level.
 * Sibling folders have different names.
 */
export function collectionFolders<C extends FolderSource>(
  collections: readonly C[],
  unnamed: string,
): CollectionFolder<C>[] {
  const root = createNode<C>('');
  for (const collection of collections) insertNode(root, collection);
  return toFolders(root.children, unnamed);
}

/** Returns the folder path of each collection, by collection id. */
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

function insertNode<C extends FolderSource>(root: Node<C>, collection: C): void {
  const { sourcePath, name } = collection;
  const path = sourcePath === null || sourcePath.length === 0 ? [name] : sourcePath;
  let parent = root;
  let node = root;
  for (const segment of path) {
    parent = node;
    node = parent.bySegment.get(segment) ?? addChild(parent, segment);
  }
  // Two collections with the same path: the later one becomes a sibling folder.
  if (node.collection !== null) parent.children.push((node = createNode(node.segment)));
  node.collection = collection;
}

function addChild<C>(parent: Node<C>, segment: string): Node<C> {
  const node = createNode<C>(segment);
  parent.children.push(node);
  parent.bySegment.set(segment, node);
  return node;
}

function toFolders<C extends FolderSource>(
  nodes: readonly Node<C>[],
  unnamed: string,
): CollectionFolder<C>[] {
  const names = nodes.map((node) => nameOf(node, unnamed));
  const counts = countBy(names, (name) => name);
  const freeName = createNamer();
  return nodes.map((node, index) => ({
    name: freeName(keepNumber(node.segment, names[index] ?? '', counts)),
    collection: node.collection,
    children: toFolders(node.children, unnamed),
  }));
}

/** Of siblings with the same name, one that was imported with a number keeps it, wherever it was moved to. */
function keepNumber(segment: string, name: string, counts: ReadonlyMap<string, number>): string {
  const isNumbered = segment !== name && segment.replace(/ \(\d+\)$/, '') === name;
  return isNumbered && (counts.get(name) ?? 0) > 1 ? segment : name;
}

function nameOf<C extends FolderSource>({ segment, collection }: Node<C>, unnamed: string): string {
  if (collection === null) return segment;
  const { name, sourcePath } = collection;
  return isNamedAfter(name, sourcePath ?? [name], unnamed) ? segment : name;
}

/** Returns a function that makes names unique by appending the first free number to repeated ones. */
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

/** An imported folder that will become a collection. */
export interface PlannedFolder {
  readonly id: number;
  /** Names from the top level to the folder; a name may be empty. */
  readonly path: readonly string[];
  /** Name of the collection in an export of this service. */
  readonly exactName?: string | null;
  /** Rules of a smart collection, which will have the same rules. */
  readonly smart?: string | null;
}

/** An existing collection that an imported folder may map to. */
export interface KnownCollection extends FolderSource {
  /** Whether it is the default collection, for entries outside all folders; it is not a folder itself. */
  readonly isDefault?: boolean;
  readonly smart?: string | null;
}

export interface CollectionPlan {
  /** Existing collection id by folder id. */
  readonly existing: ReadonlyMap<number, string>;
  /** Name of the new collection by folder id. */
  readonly created: ReadonlyMap<number, string>;
}

/**
 * Maps each folder to a collection. A folder maps to the collection that would be exported as this folder, or that an
 * earlier import created from the same path, or to a manually created one with its name. Otherwise a new collection is
 * created, named after the folder, or `Parent / Child` and so on upwards while the name is taken; if it is still taken,
 * a number is appended. `unnamed` replaces an empty name. A collection of an export of this service keeps its exact
 * name, which others of the file may have too, unless an existing one has it.
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
  const missing = named.filter(({ id }) => !existing.has(id));
  const exact = exactNames(missing, library);
  const created = assignNames(
    missing.filter(({ id }) => !exact.has(id)),
    [...library.map(({ name }) => name), ...exact.values()].map(key),
  );
  return { existing, created: new Map([...exact, ...created]) };
}

/** Returns the valid exact names that no existing collection has, except for the default one. */
function exactNames(
  folders: readonly NamedFolder[],
  library: readonly KnownCollection[],
): Map<number, string> {
  const taken = new Set(library.flatMap(({ isDefault, name }) => (isDefault === true ? [] : [key(name)])));
  const names = new Map<number, string>();
  for (const { id, exactName } of folders) {
    const name = exactName?.trim() ?? '';
    const isValid = !isBlank(name) && cutText(name, limits.collectionNameLength) === name;
    if (isValid && !taken.has(key(name))) names.set(id, name);
  }
  return names;
}

type NamedFolder = PlannedFolder & { readonly names: readonly string[] };

const key = (name: string): string => name.normalize('NFC').toLowerCase().trim();
const pathKey = (path: readonly string[]): string => path.map((name) => JSON.stringify(name)).join();
/** Adds the rules of a smart collection to a key: only collections with the same rules are equal. */
const withRules = (key: string, smart: string | null | undefined): string =>
  (smart ?? null) === null ? key : `${key}\n${smart}`;
const nameKey = (folder: NamedFolder): string =>
  withRules(key(folder.exactName ?? lastOf(folder)), folder.smart);
const lastOf = ({ names }: NamedFolder): string => names.at(-1) ?? '';

function findExisting(
  folders: readonly NamedFolder[],
  library: readonly KnownCollection[],
  unnamed: string,
): Map<number, string> {
  const byPath = new Map<string, string>();
  const byName = new Map<string, string>();
  const defaults = new Set(library.flatMap(({ id, isDefault }) => (isDefault === true ? [id] : [])));
  const rulesOf = new Map(library.map(({ id, smart }) => [id, smart]));
  for (const { id, name, sourcePath, smart } of library) {
    const nameWithRules = withRules(key(name), smart);
    if (sourcePath !== null) byPath.set(withRules(pathKey(sourcePath), smart), id);
    else if (!byName.has(nameWithRules)) byName.set(nameWithRules, id);
  }
  const written = library.filter(({ isDefault }) => isDefault !== true);
  for (const [id, path] of folderPaths(written, unnamed))
    byPath.set(withRules(pathKey(path), rulesOf.get(id)), id);
  const sameName = countBy(folders, nameKey);
  const found = new Map<number, string>();
  for (const folder of folders) {
    const name = nameKey(folder);
    const id =
      byPath.get(withRules(pathKey(folder.path), folder.smart)) ??
      (sameName.get(name) === 1 ? byName.get(name) : undefined);
    // An export of this service describes the default collection separately.
    const isOther = (folder.exactName ?? null) !== null && id !== undefined && defaults.has(id);
    if (id !== undefined && !isOther) found.set(folder.id, id);
  }
  return found;
}

/** Assigns names that are unique among the folders and not taken. */
function assignNames(folders: readonly NamedFolder[], taken: readonly string[]): Map<number, string> {
  const reserved = new Set(taken);
  const lengths = new Map(folders.map(({ id }) => [id, 1]));
  const nameOf = ({ id, names }: NamedFolder): string => joinNames(names, lengths.get(id) ?? 1);
  // Each round processes only the folders whose name was taken in the previous round, and lengthens their names.
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

/** Truncates a name to the maximum length and appends the first free number if it is taken. */
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
