import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Home } from './home';

const SOCKET_NAME_BYTES = Buffer.byteLength('/.s.PGSQL.5432.lock');
/** The kernel's limit for a socket's path is 104 bytes on macOS and 108 on Linux. */
const MAX_PATH_BYTES = 100;
const PREFIX = 'markwell-pg-';

/** Whether PostgreSQL can make its socket in this folder. */
export function fitsSocket(dir: string): boolean {
  return Buffer.byteLength(dir) + SOCKET_NAME_BYTES < MAX_PATH_BYTES;
}

/** The shortest usable temporary folder; a long TMPDIR is passed over. */
export function shortTemporaryFolder(): string {
  const folder = os.tmpdir();
  return fitsSocket(path.join(folder, `${PREFIX}XXXXXX`)) ? folder : '/tmp';
}

/** The folder of the socket: the home itself, or, where its path is too long, a private folder of a short name. */
export function makeSocketDir(home: Home): string {
  if (fitsSocket(home.dir)) return home.dir;
  const dir = fs.mkdtempSync(path.join(shortTemporaryFolder(), PREFIX));
  if (home.user) fs.chownSync(dir, home.user.uid, home.user.gid);
  return dir;
}

/** Removes a short folder of `makeSocketDir`; any other folder is left alone. */
export function removeSocketDir(dir: string): void {
  if (path.basename(dir).startsWith(PREFIX)) fs.rmSync(dir, { recursive: true, force: true });
}
