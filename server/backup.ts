import type { ServerEnv } from '@/lib/env/server-env';
import { backUp, type BackupManifest } from '@/provider/db/backup';
import { prepareRestore, readRestorable, restore } from '@/provider/db/restore';
import { withDatabase } from '@/server/database';

/** Writes the database of an installation into a new folder, whether the app runs or not. */
export function backUpInstallation(env: ServerEnv, folder: string): Promise<BackupManifest> {
  // A backup changes nothing: it takes the database in the shape that it is in.
  const prepare = () => Promise.resolve();
  return withDatabase(env, (url) => backUp(url, folder), prepare);
}

/** Loads a backup into the empty database of an installation, which may be of another kind than the one backed up. */
export async function restoreInstallation(env: ServerEnv, folder: string): Promise<BackupManifest> {
  // Checked before the database is opened: errors from there name DATABASE_URL.
  readRestorable(folder);
  return withDatabase(
    env,
    (url) => restore(url, folder),
    (url) => prepareRestore(url, folder),
  );
}
