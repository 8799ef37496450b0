import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  collectionFolders,
  folderPaths,
  type CollectionFolder,
  type FolderSource,
} from '@/lib/formats/collection-folders';
import { planCollections } from '@/lib/formats/collection-folders';

const unnamed = 'Unnamed folder';
const collection = (name: string, path?: string): FolderSource => ({
  id: `${path ?? ''}#${name}`,
  name,
  sourcePath: path === undefined ? null : path.split('/'),
});

/** Returns the tree as text: a `*` marks a folder that is a collection. */
const print = (folders: readonly CollectionFolder<FolderSource>[]): string =>
  folders
    .map(({ name, collection: own, children }) => {
      const inner = children.length === 0 ? '' : `(${print(children)})`;
      return `${name}${own === null ? '' : '*'}${inner}`;
    })
    .join(' ');

const tree = (...collections: FolderSource[]): string => print(collectionFolders(collections, unnamed));

describe('collectionFolders', () => {
  it('writes a parent once, at the position of its first folder', () => {
    const found = tree(
      collection('Docs', 'Work/Docs'),
      collection('By hand'),
      collection('Home / Docs', 'Home/Docs'),
      collection('Plans', 'Work/Plans'),
      collection('Work', 'Work'),
    );
    expect(found).toBe('Work*(Docs* Plans*) By hand* Home(Docs*)');
  });

  it('keeps folders with the same name separate, in the same parent and in different ones', () => {
    const found = tree(collection('A', 'A'), collection('A'), collection('A', 'A'), collection('A', 'B/A'));
    expect(found).toBe('A* A (2)* A (3)* B(A*)');
  });

  it('keeps the number of an imported folder if another one has its name, in any order', () => {
    const [first, second] = [collection('Read', 'Read'), collection('Read', 'Read (2)')];
    expect(tree(first, second)).toBe('Read* Read (2)*');
    expect(tree(second, first)).toBe('Read (2)* Read*');
    expect(tree(second)).toBe('Read*');
  });

  it.each([
    ['Docs', 'Work/Docs', 'Work(Docs*)'],
    ['Work / Docs', 'Work/Docs', 'Work(Docs*)'],
    ['Work / Docs (2)', 'Work/Docs', 'Work(Docs*)'],
    ['Unnamed folder', 'Work/', 'Work(*)'],
    ['x'.repeat(199) + '…', `Work/${'x'.repeat(300)}`, `Work(${'x'.repeat(300)}*)`],
    ['Manuals', 'Work/Docs', 'Work(Manuals*)'],
    ['Work', 'Work/Docs', 'Work(Work*)'],
    ['Docs (two)', 'Work/Docs', 'Work(Docs (two)*)'],
  ])('writes %j of %j as %j', (name, path, expected) => {
    expect(tree(collection(name, path))).toBe(expected);
  });

  it('gives the folder of a renamed collection its new name', () => {
    expect(tree(collection('Job', 'Work'), collection('Docs', 'Work/Docs'))).toBe('Job*(Docs*)');
  });

  it('is recognized by the next import, each collection by its folder', () => {
    const name = fc.constantFrom('a', 'A', 'b', '', ' ', 'a / b', 'a (2)', 'x'.repeat(300));
    const library = fc
      .array(fc.tuple(name, fc.option(fc.array(name, { minLength: 1, maxLength: 3 }), { nil: null })))
      .map((all) => all.map(([own, sourcePath], index) => ({ id: String(index), name: own, sourcePath })));
    fc.assert(
      fc.property(library, (collections) => {
        const paths = folderPaths(collections, unnamed);
        const folders = [...paths.values()].map((path, id) => ({ id, path }));
        const { existing } = planCollections(folders, collections, unnamed);
        expect([...existing.values()]).toEqual([...paths.keys()]);
        expect(paths.size).toBe(collections.length);
      }),
    );
  });

  it('writes 20,000 collections with the same name quickly', () => {
    const collections = Array.from({ length: 20_000 }, (_, id) => ({
      id: String(id),
      name: 'Docs',
      sourcePath: null,
    }));
    const before = process.threadCpuUsage();
    expect(collectionFolders(collections, unnamed).at(-1)?.name).toBe('Docs (20000)');
    expect(process.threadCpuUsage(before).user).toBeLessThan(5_000_000);
  });
});
