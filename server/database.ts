import fs from 'node:fs';
import path from 'node:path';
import { ensureDataDir } from '@/lib/env/data-dir';
import type { ServerEnv } from '@/lib/env/server-env';
import { createLog } from '@/lib/observability/log';
import { migrate } from '@/provider/db/migrate';
import { DataDirInUseError, lockDataDir } from '@/server/data-dir-lock';
import { findLastSocketDir, socketUrl } from '@/server/postgres/socket';
import { startPostgres } from '@/server/postgres/start-postgres';
import { printLine, timed } from '@/server/program';

/** A migrated database. DATA_DIR stays locked until `close()`. */
export interface RunningDatabase {
  /** Empty if the provider, and its database, run elsewhere. */
  url: string;
  /** Stops the embedded server, if there is one, and releases the lock. */
  close(): Promise<void>;
}

/** Lines that PostgreSQL logs at every start and stop. */
const ROUTINE_LINES = new RegExp(
  [
    'starting PostgreSQL',
    'listening on Unix socket',
    'database system was shut down',
    'database system is ready',
    'received fast shutdown request',
    'aborting any active transactions',
    'background worker .* exited',
    'shutting down$',
    'database system is shut down',
    'checkpoint (?:starting|complete)',
    'terminating connection due to administrator command',
    '^creating the database$',
  ].join('|'),
);

/**
 * Locks DATA_DIR, starts the embedded PostgreSQL in it (or uses DATABASE_URL) and prepares the database, by default by
 * running the migrations. `onUrl` receives its URL before it can be used, for what is prepared in the meantime.
 * @throws DataDirInUseError when another process holds the lock
 */
export async function startDatabase(
  env: ServerEnv,
  prepare: (url: string) => Promise<void> = migrate,
  onUrl?: (url: string) => void,
): Promise<RunningDatabase> {
  ensureDataDir(env.dataDir);
  const lock = await lockDataDir(env.dataDir);
  try {
    if (env.databaseUrl !== null) onUrl?.(env.databaseUrl);
    const server =
      env.databaseUrl === null ? await timed('PostgreSQL', () => startEmbedded(env.dataDir, onUrl)) : null;
    const url = server?.url ?? env.databaseUrl ?? '';
    await timed('migrations and queues', () => prepare(url)).catch(async (error: unknown) => {
      await server?.stop();
      throw server ? error : databaseUrlError(error);
    });
    return {
      url,
      close: async () => {
        await server?.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Starts the database of the provider in this process. With API_URL the provider runs elsewhere: there is no database,
 * and DATA_DIR is not locked, because only the session secret is read from it.
 */
export async function startOwnDatabase(
  env: ServerEnv,
  onUrl?: (url: string) => void,
): Promise<RunningDatabase> {
  if (env.apiUrl === null) return startDatabase(env, migrate, onUrl);
  onUrl?.('');
  return { url: '', close: () => Promise.resolve() };
}

/** Applies the migrations to the database of DATABASE_URL. Throws an error with a one-line message. */
export async function prepareExternal(url: string): Promise<void> {
  await migrate(url).catch((error: unknown) => {
    throw databaseUrlError(error);
  });
}

/** Runs a program on the database of a running app, or starts the database if no app is running. */
export async function withDatabase<T>(
  env: ServerEnv,
  run: (url: string) => Promise<T>,
  prepare: (url: string) => Promise<void> = migrate,
): Promise<T> {
  if (env.databaseUrl !== null) {
    await prepare(env.databaseUrl).catch((error: unknown) => {
      throw databaseUrlError(error);
    });
    return run(env.databaseUrl);
  }
  const database = await startDatabase(env, prepare).catch((error: unknown) => runningDatabase(env, error));
  try {
    return await run(database.url);
  } finally {
    await database.close();
  }
}

/** Connects to the embedded server of a running app, whose socket is accessible to the same user and to root. */
function runningDatabase(env: ServerEnv, error: unknown): RunningDatabase {
  const socketDir = findLastSocketDir(path.join(env.dataDir, 'postgres/data'));
  if (!(error instanceof DataDirInUseError) || socketDir === null) throw error;
  return { url: socketUrl(socketDir), close: () => Promise.resolve() };
}

const CONNECTION_ERRORS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens at its host and port',
  ENOTFOUND: 'its host is unknown',
  EAI_AGAIN: 'its host cannot be resolved',
  ETIMEDOUT: 'its host does not answer',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ECONNRESET: 'its server closed the connection',
  ENOENT: 'its socket does not exist',
  '28P01': 'its user or password is wrong',
  '28000': 'its server refuses the user',
  '3D000': 'its database does not exist',
};

/** Converts a connection error to a one-line error that mentions DATABASE_URL but not the password. */
function databaseUrlError(error: unknown): unknown {
  // Errors with a cause come from a migration.
  if (!(error instanceof Error) || error.cause !== undefined) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  const reason = CONNECTION_ERRORS[code] ?? (code === '' ? error.message : `${error.message} (${code})`);
  return new Error(`DATABASE_URL cannot be used: ${reason}.`, { cause: error });
}

async function startEmbedded(dataDir: string, onUrl: ((url: string) => void) | undefined) {
  if (!fs.existsSync(path.join(dataDir, 'postgres'))) printLine('Creating the database …');
  const log = createLog('postgres');
  return startPostgres({
    dataDir,
    printLine,
    ...(onUrl && { onUrl }),
    log: (line) => {
      if (!ROUTINE_LINES.test(line)) log.warn({}, line);
    },
    onExit: (ending) => log.error({ ...ending }, 'the database server exited and is being restarted'),
  });
}

/**
 * Returns variables for the Next app, which parses the environment itself, in this process or in a child: the database
 * URL and the generated secret.
 */
export function appVariables(env: ServerEnv, databaseUrl: string): Record<string, string> {
  return {
    PORT: String(env.port),
    DATA_DIR: env.dataDir,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: env.sessionSecret,
  };
}
