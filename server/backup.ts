import type { ServerEnv } from '@/lib/env/server-env';
import { backUp, type BackupManifest } from '@/provider/db/backup';
import { prepareRestore, readRestorable, restore } from '@/provider/db/restore';
import { blobStore } from '@/server/blob-store';
import { withDatabase } from '@/server/database';

/** Writes the database and the files of an installation to a new folder, whether or not the app is running. */
export function backUpInstallation(env: ServerEnv, folder: string): Promise<BackupManifest> {
  // A backup changes nothing, so it does not migrate the database.
  const prepare = () => Promise.resolve();
  return withDatabase(env, (url) => backUp(url, folder, blobStore(env)), prepare);
}

/** Restores a backup into the empty database of an installation, which may be of another kind than the original. */
export async function restoreInstallation(env: ServerEnv, folder: string): Promise<BackupManifest> {
  // Checked before the database is opened, whose errors would mention DATABASE_URL.
  readRestorable(folder);
  return withDatabase(
    env,
    (url) => restore(url, folder, { blobs: blobStore(env) }),
    (url) => prepareRestore(url, folder),
  );
}
