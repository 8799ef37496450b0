import path from 'node:path';
import type { ServerEnv } from '@/lib/env/server-env';
import { migrate } from '@/provider/db/migrate';
import { DataDirInUseError } from '@/server/lock/lock-data-dir';
import { findLastSocketDir } from '@/server/postgres/leftovers';
import { socketUrl } from '@/server/postgres/settings';
import { say } from '@/server/runtime/say';
import { startDatabase } from '@/server/runtime/start-database';

/** Runs something on the database of this environment: that of a running app, or one started for the purpose. */
export async function withDatabase(env: ServerEnv, run: (url: string) => Promise<void>): Promise<void> {
  const running = env.databaseUrl ?? undefined;
  if (running !== undefined) {
    await migrate(running);
    await run(running);
    return;
  }
  const database = await startDatabase({ env, say }).catch((error: unknown) => runningDatabase(env, error));
  try {
    await run(database.url);
  } finally {
    await database.close();
  }
}

/** DATA_DIR's owner has the embedded server running, and its socket is open to the same user and to root. */
function runningDatabase(env: ServerEnv, error: unknown) {
  const socketDir = findLastSocketDir(path.join(env.dataDir, 'postgres/data'));
  if (!(error instanceof DataDirInUseError) || socketDir === null) throw error;
  return { url: socketUrl(socketDir), close: () => Promise.resolve() };
}
