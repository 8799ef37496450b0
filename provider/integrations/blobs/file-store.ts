import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { requireHash, type BlobStore } from '@/provider/integrations/blobs/blob-store';

/** Stores objects as files, in folders by the first two digits of their hash. */
export function createFileStore(folder: string, incoming: string): BlobStore {
  const fileOf = (hash: string): string => path.join(folder, requireHash(hash).slice(0, 2), hash);
  return {
    kind: 'files',
    incoming,

    async put({ hash, file }) {
      const target = fileOf(hash);
      await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await fs.rename(file, target);
      // The name of a file is durable only once its folder is.
      await syncFolder(path.dirname(target));
    },

    async get(hash) {
      const handle = await fs.open(fileOf(hash)).catch(ignoreMissing);
      return handle && createReadStream('', { fd: handle });
    },

    async delete(hash) {
      await fs.rm(fileOf(hash), { force: true });
    },
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}
