import { expect, test } from 'vitest';
import { findFieldLists, findMutualModules, hasComparator, longestImportChain, measure } from './counts';

test('five of seven fields within nine lines are a list, in TypeScript and in SQL', () => {
  const object = ['{', '  title,', '  description,', '  tags,', '  favorite,', '  createdAt,', '}'].join(
    '\n',
  );
  expect(findFieldLists(object)).toEqual([2]);
  expect(findFieldLists('select b.title, b.tags, b.favorite, b.highlighted, b.created_at')).toEqual([1]);
  expect(findFieldLists(object.replace('  tags,', '  other,'))).toEqual([]);
  expect(findFieldLists(object.replace('favorite', 'favorites'))).toEqual([]);
  expect(findFieldLists(object.replace('  tags,', '\n\n\n\n\n\n\n  tags,'))).toEqual([]);
});

test('a list of more lines counts once, and each further one again', () => {
  const all = 'title description tags favorite highlighted extra createdAt';
  expect(findFieldLists(`${all}\n${all}`)).toEqual([1]);
  expect(findFieldLists(`${all}${'\n'.repeat(9)}${all}`)).toEqual([1, 10]);
});

test('a comparator reads the same value of two rows', () => {
  expect(hasComparator('const byDate = (one, other) => one.createdAt - other.createdAt;')).toBe(true);
  expect(hasComparator('rows.sort((a, b) => compare(a.row.titleKey, b.row.titleKey))')).toBe(true);
  expect(hasComparator('const isNew = page.title !== bookmark.title;')).toBe(false);
  expect(hasComparator('(a, b) => compareNames(a.name, b.name)')).toBe(false);
});

test('the longest chain of imports follows absolute, relative and dynamic imports within the files', () => {
  const files = [
    { path: 'x/a.tsx', text: `import { b } from '@/x/b';\nimport '@/x/d';` },
    { path: 'x/b.ts', text: `export const c = () => import('./c');` },
    { path: 'x/c.ts', text: `import type { D } from '@/x/d';\nimport 'react';` },
    { path: 'x/d.ts', text: `import '@/y/e';` },
  ];
  expect(longestImportChain(files)).toBe(4);
});

test('modules that import each other are found, whichever of their files do', () => {
  const of = (name: string, imported: string) => ({
    path: `provider/modules/${name}.ts`,
    text: `import '@/provider/modules/${imported}';`,
  });
  const files = [
    of('a/one', 'b/one'),
    of('b/one', 'c/one'),
    of('b/two', 'a/two'),
    of('a/two', 'a/one'),
    of('c/one', 'd/one'),
  ];
  expect(findMutualModules(files)).toEqual(['a b']);
});

test('tests, programs and documents are not part of the product', () => {
  const text = 'const highlighted = true;\n';
  const files = ['lib/a.ts', 'lib/a.test.ts', 'tooling/a.ts', 'docs/a.md', 'middleware.ts', 'app/a.css'].map(
    (path) => ({
      path,
      text,
    }),
  );
  const values = Object.fromEntries(measure(files).map(({ name, value }) => [name, value]));
  expect(values['TypeScript files that name `highlighted`']).toBe(2);
  expect(values['lines of the product']).toBe(3);
});
