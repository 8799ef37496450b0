import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { systemEnv } from '@/lib/env/process-env';
import type { Binaries } from './binaries';
import type { Home } from './home';
import { type OsUser, spawnIds } from './os-user';
import { SUPERUSER } from './settings';

/** The first version with a builtin locale provider. */
const FIRST_WITH_BUILTIN_LOCALE = 17;

/**
 * Creates the cluster if there is none. It is created under a temporary name and renamed when it is complete, so `data`
 * is never incomplete. A marker file records that a cluster existed, so that lost data is reported and never silently
 * replaced by an empty database.
 */
export async function ensureCluster(home: Home, log: (line: string) => void): Promise<void> {
  const marker = path.join(home.dir, 'created');
  if (fs.existsSync(home.pgdata)) {
    checkVersion(home);
  } else {
    if (fs.existsSync(marker)) {
      throw new Error(
        `${home.dir} held a database, and its folder "data" is gone. Restore it, ` +
          `or remove ${marker} to begin with an empty database.`,
      );
    }
    log('creating the database');
    await createCluster(home);
  }
  if (!fs.existsSync(marker)) fs.writeFileSync(marker, `${home.binaries.version}\n`, { flush: true });
}

async function createCluster(home: Home): Promise<void> {
  const unfinished = `${home.pgdata}.unfinished`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  await initCluster({ binaries: home.binaries, user: home.user, pgdata: unfinished, sync: true });
  fs.renameSync(unfinished, home.pgdata);
  const folder = fs.openSync(home.dir, 'r');
  fs.fsyncSync(folder);
  fs.closeSync(folder);
}

function checkVersion({ pgdata, binaries }: Home): void {
  const file = path.join(pgdata, 'PG_VERSION');
  const found = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '';
  if (found === '') {
    throw new Error(`${pgdata} is damaged (PG_VERSION is missing). Restore it from a backup.`);
  }
  const present = String(Number.parseInt(binaries.version, 10));
  if (found === present) return;
  throw new Error(`${pgdata} was made by PostgreSQL ${found}; this release brings PostgreSQL ${present}.`);
}

interface InitOptions {
  binaries: Binaries;
  user: OsUser | null;
  pgdata: string;
  /** False only for ephemeral databases. */
  sync: boolean;
}

/**
 * Runs initdb. The cluster uses UTF-8 and PostgreSQL's builtin C.UTF-8 collation: it orders by code point, folds case for
 * all of Unicode, and does not change under an index when the C library or ICU of the system is upgraded.
 */
export async function initCluster({ binaries, user, pgdata, sync }: InitOptions): Promise<void> {
  const flags = [
    `--pgdata=${pgdata}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    ...localeFlags(binaries.version),
    // Replaced by `writeAccessFiles` at every start.
    '--auth-local=peer',
    '--auth-host=reject',
    ...(sync ? [] : ['--no-sync']),
  ];
  const child = spawn(binaries.initdb, flags, {
    ...spawnIds(user),
    cwd: binaries.root,
    env: systemEnv({ LC_ALL: 'C' }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code === 0) return;
  fs.rmSync(pgdata, { recursive: true, force: true });
  throw new Error(
    `The database could not be created (initdb ended with ${code ?? signal}): ${stderr.trim()}`,
  );
}

function localeFlags(version: string): string[] {
  const isBuiltin = Number.parseInt(version, 10) >= FIRST_WITH_BUILTIN_LOCALE;
  return isBuiltin
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8'];
}
