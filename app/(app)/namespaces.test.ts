import fs from 'node:fs';
import { expect, test } from 'vitest';
import { messages as later } from '@/app/(app)/later-messages/en';
import { messages as laterInPortuguese } from '@/app/(app)/later-messages/pt-br';
import { appNamespaces } from '@/app/(app)/namespaces';

const staticImport = /^(?:import|export) (?!type )[^;]*?'@\/([^']+)'/gm;
const dynamicImport = /\bimport\(\s*'@\/([^']+)'/g;

const fileOf = (name: string): string | undefined =>
  [name, `${name}.tsx`, `${name}.ts`].find((file) => /\.tsx?$/.test(file) && fs.existsSync(file));

/** Returns the namespaces that client components use, which `entries` import; also on demand if `isLater`. */
function usedBy(entries: readonly string[], isLater: boolean): string[] {
  const used = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string, isClientParent: boolean): void => {
    const text = fs.readFileSync(file, 'utf8');
    const isClient = isClientParent || text.startsWith("'use client'");
    if (seen.has(`${file} ${isClient}`)) return;
    seen.add(`${file} ${isClient}`);
    if (isClient) for (const [, name = ''] of text.matchAll(/useTranslations\(\s*['`](\w+)/g)) used.add(name);
    const imports = [...text.matchAll(staticImport), ...(isLater ? text.matchAll(dynamicImport) : [])];
    for (const [, name = ''] of imports) {
      const imported = fileOf(name);
      if (imported !== undefined) visit(imported, isClient);
    }
  };
  for (const entry of entries) visit(entry, false);
  return [...used].sort();
}

/** Returns the namespaces that the page, or a layout below that of the app, adds. */
function addedBy(files: readonly string[]): string[] {
  const lists = files.flatMap((file) => [
    ...fs.readFileSync(file, 'utf8').matchAll(/<AddMessages\s+namespaces=\{\[([^\]]*)\]/g),
  ]);
  return lists.flatMap(([, list = '']) => [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name));
}

const layout = 'app/(app)/layout.tsx';
const pages = fs.globSync('app/(app)/**/page.tsx').map((page) => {
  const isSettings = page.startsWith('app/(app)/settings/');
  return { page, files: isSettings ? [page, 'app/(app)/settings/layout.tsx'] : [page] };
});

// Guarantee: a text is never replaced by the name of its message, and pages do not include the messages of dialogs.
test.each(pages)('$page includes the messages of its components', ({ files }) => {
  const included = new Set<string>([...appNamespaces, ...addedBy(files)]);
  const used = usedBy([layout, ...files], false);
  expect(used).toContain('Shell');
  expect(used.filter((name) => !included.has(name))).toEqual([]);
});

test.each(pages)('the components on demand of $page have their messages', ({ files }) => {
  // The welcome panel loads its own.
  const available = new Set<string>([...appNamespaces, ...addedBy(files), ...Object.keys(later), 'Welcome']);
  const used = usedBy([layout, ...files], true);
  expect(used.length).toBeGreaterThan(appNamespaces.length + 10);
  expect(used.filter((name) => !available.has(name))).toEqual([]);
});

test('messages that are loaded later are the same in every language, and not those of every page', () => {
  expect(Object.keys(laterInPortuguese)).toEqual(Object.keys(later));
  expect(appNamespaces.filter((name) => name in later)).toEqual([]);
});
