import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/bench/lib/app';

/** A bookmark of a folder tree. */
export interface Filed {
  folder: string;
  url: string;
  title: string;
}

export interface FolderTree {
  name: string;
  /** Whether nothing of how suggestions are made was chosen by looking at it. */
  isHeldOut: boolean;
  bookmarks: Filed[];
}

const folder = path.join(root, 'evaluation/folders');
/** The weights of the service were chosen on these. */
const tunedOn = new Set(['build-your-own', 'programming']);

interface TreeFile {
  folders: Record<string, readonly (readonly [url: string, title: string])[]>;
}

/** The folder trees of evaluation/folders, by name. */
export const folderTrees = (): FolderTree[] =>
  fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const { folders } = JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')) as TreeFile;
      const name = path.basename(file, '.json');
      return {
        name,
        isHeldOut: !tunedOn.has(name),
        bookmarks: Object.entries(folders).flatMap(([own, list]) =>
          list.map(([url, title]) => ({ folder: own, url, title })),
        ),
      };
    });
