import { execFileSync, spawnSync } from 'node:child_process';

/** Who PostgreSQL runs as: the ids to spawn with, or nothing when the present user will do. */
export interface OsUser {
  uid: number;
  gid: number;
  name: string;
}

/**
 * PostgreSQL refuses to run as root, so root lends it an unprivileged user that the system already has.
 * Null means: run as whoever we are.
 */
export function findServerUser(): OsUser | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    const uid = readId('-u', name);
    const gid = readId('-g', name);
    if (uid !== null && gid !== null) return { uid, gid, name };
  }
  throw new Error('PostgreSQL cannot run as root and there is no user "postgres" or "nobody" to run it as.');
}

/** The ids to add to spawn options. */
export function spawnIds(user: OsUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

/**
 * Asks the system itself, as that user, rather than reading mode bits: access lists, read-only and noexec
 * mounts all count. `test` is `-r`, `-w` or `-x` of test(1).
 */
export function canAccess(user: OsUser | null, test: '-r' | '-w' | '-x', file: string): boolean {
  // The working directory is given because a child cannot start in one that it may not enter.
  const run = spawnSync('/bin/sh', ['-c', 'test "$1" "$2"', 'sh', test, file], {
    ...spawnIds(user),
    cwd: '/',
    stdio: 'ignore',
  });
  return run.status === 0;
}

function readId(flag: '-u' | '-g', name: string): number | null {
  try {
    return Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return null;
  }
}
