import { execFileSync, spawnSync } from 'node:child_process';

/** The operating system user that PostgreSQL runs as. */
export interface OsUser {
  uid: number;
  gid: number;
  name: string;
}

/**
 * Returns the user to run PostgreSQL as. PostgreSQL does not run as root, so root starts it as an existing unprivileged
 * user. Null means the current user.
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

/** Returns the uid and gid options for `spawn`. */
export function spawnIds(user: OsUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

/**
 * Whether a user can access a file. Runs test(1) as that user instead of reading mode bits, so that access lists,
 * read-only and noexec mounts are respected.
 */
export function canAccess(user: OsUser | null, test: '-r' | '-w' | '-x', file: string): boolean {
  // A child cannot start in a working directory that its user may not enter.
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
