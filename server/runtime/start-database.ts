import fs from 'node:fs';
import path from 'node:path';
import { ensureDataDir } from '@/lib/env/data-dir';
import type { ServerEnv } from '@/lib/env/server-env';
import { createLog } from '@/lib/observability/log';
import { migrate } from '@/provider/db/migrate';
import { lockDataDir } from '@/server/lock/lock-data-dir';
import { startPostgres } from '@/server/postgres/start-postgres';
import { routineLine } from './routine-line';

/** A migrated database, and what it takes to leave it. */
export interface RunningDatabase {
  url: string;
  /** Stops the embedded server, if there is one, and gives DATA_DIR free. */
  close(): Promise<void>;
}

interface StartOptions {
  env: ServerEnv;
  /** Tells the person at the console. */
  say: (line: string) => void;
}

/**
 * Takes DATA_DIR for this process, starts the embedded PostgreSQL in it (or uses DATABASE_URL) and migrates.
 * @throws DataDirInUseError when another process has it
 */
export async function startDatabase({ env, say }: StartOptions): Promise<RunningDatabase> {
  ensureDataDir(env.dataDir);
  const lock = await lockDataDir(env.dataDir);
  try {
    const server = env.databaseUrl === null ? await startEmbedded(env.dataDir, say) : null;
    const url = server?.url ?? env.databaseUrl ?? '';
    const close = async () => {
      await server?.stop();
      lock.release();
    };
    await migrate(url).catch(async (error: unknown) => {
      await server?.stop();
      throw error;
    });
    return { url, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startEmbedded(dataDir: string, say: (line: string) => void) {
  if (!fs.existsSync(path.join(dataDir, 'postgres'))) say('Creating the database …');
  const log = createLog('postgres');
  return startPostgres({
    dataDir,
    say,
    log: (line) => {
      if (!routineLine(line)) log.warn({}, line);
    },
    onExit: (ending) => log.error({ ...ending }, 'the database ended by itself and is started again'),
  });
}
