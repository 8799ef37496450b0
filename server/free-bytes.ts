import { realpath, statfs } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns the free bytes on the disk of a database's folder; null if it is not that of the embedded database, which may
 * be outside of DATA_DIR: see [Note: Where root keeps the cluster].
 */
export async function freeBytesOf(folder: string, dataDir: string): Promise<number | null> {
  const embedded = await realpath(path.join(dataDir, 'postgres', 'data'));
  if ((await realpath(folder)) !== embedded) return null;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
