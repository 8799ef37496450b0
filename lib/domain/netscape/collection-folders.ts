import { isNamedAfter } from '@/lib/domain/netscape/folder-names';

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
 * the collections. A collection that was renamed since gives its folder the new name; one that was made by hand stands
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
