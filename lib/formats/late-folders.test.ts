import { expect, test } from 'vitest';
import { folderPath, ImportLimitError, importLimits } from '@/lib/formats/entry';
import { Folders } from '@/lib/formats/folders';
import { LateFolders } from '@/lib/formats/late-folders';

/** Defines folders, given as `key: name < parent`, and returns the path of each. */
function paths(...lines: string[]): Record<string, string> {
  const folders = new LateFolders(new Folders());
  for (const line of lines) {
    const [key = '', name = '', parent = null] = line.split(/[:<]/).map((part) => part.trim());
    folders.define(key, { name, parent });
  }
  folders.end();
  return Object.fromEntries(
    lines.map((line) => line.charAt(0)).map((key) => [key, folderPath(folders.get(key)).join('/')]),
  );
}

test.each([
  ['a parent before its child', ['1: Cooking', '2: Bread < 1'], { 1: 'Cooking', 2: 'Cooking/Bread' }],
  ['a parent after its child', ['2: Bread < 1', '1: Cooking'], { 1: 'Cooking', 2: 'Cooking/Bread' }],
  ['a missing parent', ['2: Bread < 1'], { 2: 'Bread' }],
  ['a folder that is its own parent', ['1: Cooking < 1'], { 1: 'Cooking' }],
  [
    'a circle',
    ['1: One < 2', '2: Two < 3', '3: Three < 1', '4: In it < 2'],
    { 1: 'Three/Two/One', 2: 'Three/Two', 3: 'Three', 4: 'Three/Two/In it' },
  ],
  ['a second description', ['1: Cooking', '1: Baking'], { 1: 'Cooking' }],
])('%s', (_, lines, expected) => {
  expect(paths(...lines)).toEqual(expected);
});

test('a folder that is only referred to is left out', () => {
  const file = new Folders();
  const folders = new LateFolders(file);
  folders.get('missing');
  folders.define('1', { name: 'Cooking', parent: 'missing' });
  folders.end();
  expect(file.all.map((folder) => folderPath(folder))).toEqual([['Cooking']]);
});

test('folders at paths of names are defined once', () => {
  const file = new Folders();
  const folders = new LateFolders(file);
  const bread = folders.at(['Cooking', 'Bread']);
  expect(folders.at(['Cooking', 'Bread'])).toBe(bread);
  folders.at(['Bread']);
  folders.end();
  expect(file.all.map((folder) => folderPath(folder).join('/'))).toEqual([
    'Cooking',
    'Cooking/Bread',
    'Bread',
  ]);
});

test('folders beyond the limit of depth become siblings at it', () => {
  const file = new Folders();
  const folders = new LateFolders(file);
  const count = importLimits.depth + 100;
  for (let at = count; at > 0; at -= 1) folders.define(`${at}`, { name: 'x', parent: `${at - 1}` });
  folders.end();
  const depths = file.all.map(({ depth }) => depth);
  expect(Math.max(...depths)).toBe(importLimits.depth);
  expect(depths.filter((depth) => depth === importLimits.depth)).toHaveLength(101);
});

test.each([
  ['names', (at: number) => ({ name: `${at}${'x'.repeat(900)}`, parent: null })],
  ['paths', (at: number) => ({ name: `${at}${'x'.repeat(800)}`, parent: at % 5 ? `${at - 1}` : null })],
])('folders with too long %s are rejected', (_, fields) => {
  const folders = new LateFolders(new Folders());
  expect(() => {
    for (let at = 0; at < 10_000; at += 1) folders.define(`${at}`, fields(at));
    folders.end();
  }).toThrow(ImportLimitError);
});

test('too many folders are rejected', () => {
  const folders = new LateFolders(new Folders());
  expect(() => {
    for (let at = 0; at <= importLimits.folders; at += 1) folders.get(`${at}`);
  }).toThrow(ImportLimitError);
});
