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

interface TreeFile {
  folders: Record<string, readonly (readonly [url: string, title: string, description?: string])[]>;
}

const written = 'evaluation/folders';
const real = 'evaluation/folders/real';

/** Folder trees to measure suggestions with: trees written for this project, then real ones. */
export const folderTrees = (): FolderTree[] => [...readTrees(written, false), ...readTrees(real, true)];

const readTrees = (folder: string, isReal: boolean): FolderTree[] =>
  fs
    .readdirSync(path.join(root, folder))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      name: path.basename(file, '.json'),
      isReal,
      bookmarks: Object.entries(readTree(folder, file).folders).flatMap(([name, links]) =>
        links.map(([url, title, description = '']) => ({ folder: name, url, title, description })),
      ),
    }));

const readTree = (folder: string, file: string) =>
  JSON.parse(fs.readFileSync(path.join(root, folder, file), 'utf8')) as TreeFile;
