import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Home } from './home';
import { APP_ROLE, DATABASE, SOCKET_PORT } from './settings';

const SOCKET_NAME_BYTES = Buffer.byteLength(`/.s.PGSQL.${SOCKET_PORT}.lock`);
/** The kernel limits the path of a socket to 104 bytes on macOS and 108 on Linux. */
const MAX_PATH_BYTES = 100;
const PREFIX = 'markwell-pg-';

/** Returns a connection URL for node-postgres and libpq: the host is the folder of the socket. */
export function socketUrl(socketDir: string, database = DATABASE, role = APP_ROLE): string {
  return `postgres://${role}@localhost:${SOCKET_PORT}/${database}?host=${encodeURIComponent(socketDir)}`;
}

/** Returns the temporary folder of the system, or `/tmp` when its path is too long for a socket. */
export function shortTemporaryFolder(): string {
  const folder = os.tmpdir();
  return fitsSocket(path.join(folder, `${PREFIX}XXXXXX`)) ? folder : '/tmp';
}

/** Returns the folder for the socket: the home, or a private folder with a short name if its path is too long. */
export function makeSocketDir(home: Home): string {
  if (fitsSocket(home.dir)) return home.dir;
  const dir = fs.mkdtempSync(path.join(shortTemporaryFolder(), PREFIX));
  if (home.user) fs.chownSync(dir, home.user.uid, home.user.gid);
  return dir;
}

/** Removes a short folder of `makeSocketDir`; ignores any other folder. */
export function removeSocketDir(dir: string): void {
  if (path.basename(dir).startsWith(PREFIX)) fs.rmSync(dir, { recursive: true, force: true });
}

/** Returns the socket folder of the cluster's last server; null if there is none. */
export function findLastSocketDir(pgdata: string): string | null {
  const file = path.join(pgdata, 'postmaster.pid');
  return (fs.existsSync(file) && fs.readFileSync(file, 'utf8').split('\n')[4]?.trim()) || null;
}

function fitsSocket(dir: string): boolean {
  return Buffer.byteLength(dir) + SOCKET_NAME_BYTES < MAX_PATH_BYTES;
}
