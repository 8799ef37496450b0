import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/bench/lib/app';

/** A bookmark of a folder tree. */
export interface Filed {
  folder: string;
  url: string;
  title: string;
  description: string;
}

export interface FolderTree {
  name: string;
  /** Whether the links were filed independently of this project. */
  isReal: boolean;
  bookmarks: Filed[];
}

/** Folder trees to measure suggestions with, see evaluation/folders: trees written for this project, then real ones. */
export const folderTrees = (): FolderTree[] => [
  ...writtenTrees(),
  { name: 'awesome-electron', isReal: true, bookmarks: withoutDuplicates(electronList()) },
  { name: 'caniuse', isReal: true, bookmarks: withoutDuplicates(featureLinks()) },
];

const readJson = (...names: string[]): unknown =>
  JSON.parse(fs.readFileSync(path.join(root, ...names), 'utf8'));

interface TreeFile {
  folders: Record<string, readonly (readonly [url: string, title: string])[]>;
}

const written = 'evaluation/folders';

const writtenTrees = (): FolderTree[] =>
  fs
    .readdirSync(path.join(root, written))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      name: path.basename(file, '.json'),
      isReal: false,
      bookmarks: Object.entries((readJson(written, file) as TreeFile).folders).flatMap(([folder, list]) =>
        list.map(([url, title]) => ({ folder, url, title, description: '' })),
      ),
    }));

interface ElectronEntry {
  name: string;
  href: string;
  description?: string;
  category: string;
  subcategory?: string;
}

const electronList = (): Filed[] =>
  (readJson('node_modules/awesome-electron/awesome.json') as ElectronEntry[]).map(
    ({ name, href, description = '', category, subcategory }) => ({
      folder: [category, subcategory].filter((part) => part !== undefined).join('/'),
      url: href,
      title: name,
      description,
    }),
  );

interface Feature {
  links: readonly { url: string; title: string }[];
  categories: readonly string[];
}

const features = 'node_modules/caniuse-db/features-json';

/** Links about browser features, in the first category of their feature. */
const featureLinks = (): Filed[] =>
  fs
    .readdirSync(path.join(root, features))
    .sort()
    .flatMap((file) => {
      const { links, categories } = readJson(features, file) as Feature;
      const [folder = 'Other'] = categories;
      return links.map(({ url, title }) => ({ folder, url, title, description: '' }));
    });

/** Keeps the first bookmark of each http(s) URL: a hidden link must not remain in another folder. */
function withoutDuplicates(filed: readonly Filed[]): Filed[] {
  const first = new Map<string, Filed>();
  for (const entry of filed)
    if (/^https?:/.test(entry.url) && !first.has(entry.url)) first.set(entry.url, entry);
  return [...first.values()];
}
