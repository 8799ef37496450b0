import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import type { Binaries } from './binaries';
import { type OsUser, spawnIds } from './os-user';
import { serverEnvironment, SUPERUSER } from './settings';

/** The first version that brings a collation of its own. */
const BUILTIN_LOCALE = 17;

interface InitOptions {
  binaries: Binaries;
  user: OsUser | null;
  pgdata: string;
  /** False only where the data may vanish: tests. */
  sync: boolean;
}

/**
 * Makes a cluster. UTF-8 with PostgreSQL's own C.UTF-8 collation: it orders by code point and folds case for
 * all of Unicode, and it never changes under an index when the system's C library or ICU is upgraded.
 */
export async function initCluster({ binaries, user, pgdata, sync }: InitOptions): Promise<void> {
  const flags = [
    `--pgdata=${pgdata}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    ...localeFlags(binaries.version),
    '--auth-local=trust',
    '--auth-host=reject',
    ...(sync ? [] : ['--no-sync']),
  ];
  const child = spawn(binaries.initdb, flags, {
    ...spawnIds(user),
    cwd: binaries.root,
    env: serverEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code === 0) return;
  fs.rmSync(pgdata, { recursive: true, force: true });
  throw new Error(
    `The database could not be created (initdb ended with ${code ?? signal}): ${complaint.trim()}`,
  );
}

function localeFlags(version: string): string[] {
  const isBuiltin = Number.parseInt(version, 10) >= BUILTIN_LOCALE;
  return isBuiltin
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8'];
}
