import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type Binaries, binariesUnder, findBinaries } from './binaries';
import { canAccess, findServerUser, type OsUser } from './os-user';

/** The location of a DATA_DIR's database, the binaries and the user that run it. */
export interface Home {
  /** The real path of `DATA_DIR/postgres`, accessible only to the server's user. */
  dir: string;
  pgdata: string;
  binaries: Binaries;
  user: OsUser | null;
}

interface HomeOptions {
  dataDir: string;
  /** Reports an unexpected location to the operator. */
  printLine: (line: string) => void;
  /** Folder for clusters that the server's user cannot access in DATA_DIR, when running as root. */
  stateRoot?: string;
}

const STATE_ROOT = '/var/lib/markwell';

/**
 * [Note: Where root keeps the cluster]
 * When the app runs as root, PostgreSQL runs as an unprivileged user, and DATA_DIR is often inside a folder that only
 * root may enter. The mode of that folder is not changed; the cluster is stored under /var/lib/markwell instead, and
 * `DATA_DIR/postgres` is a symlink to it.
 */
export function resolveHome({ dataDir, printLine, stateRoot = STATE_ROOT }: HomeOptions): Home {
  const location = path.join(fs.realpathSync(dataDir), 'postgres');
  rejectDanglingLink(location);
  const user = chooseUser(location);
  const dir = resolveFolder({ location, user, printLine, stateRoot });
  rejectForeignFolder(dir);
  const binaries = reachableBinaries(user, stateRoot);
  return { dir, pgdata: path.join(dir, 'data'), binaries, user };
}

function rejectDanglingLink(location: string): void {
  const link = fs.lstatSync(location, { throwIfNoEntry: false });
  if (!link?.isSymbolicLink() || fs.existsSync(location)) return;
  throw new Error(
    `${location} points to ${fs.readlinkSync(location)}, which is gone. Bring the database's folder back, ` +
      'or remove the link to begin with an empty database.',
  );
}

/** A cluster keeps its owner: if an ordinary user created it, root runs it as that user. */
function chooseUser(location: string): OsUser | null {
  const fallback = findServerUser();
  const owner = fs.statSync(path.join(location, 'data'), { throwIfNoEntry: false });
  if (!fallback || !owner || owner.uid === 0) return fallback;
  return owner.uid === fallback.uid
    ? fallback
    : { uid: owner.uid, gid: owner.gid, name: `with id ${owner.uid}` };
}

interface FolderOptions {
  location: string;
  user: OsUser | null;
  printLine: (line: string) => void;
  stateRoot: string;
}

function resolveFolder(options: FolderOptions): string {
  const { location, user } = options;
  if (!user) {
    fs.mkdirSync(location, { recursive: true, mode: 0o700 });
    return fs.realpathSync(location);
  }
  if (isReachable(location, user)) return takeOwnership(fs.realpathSync(location), user);
  if (!fs.existsSync(location) && canAccess(user, '-x', path.dirname(location))) {
    fs.mkdirSync(location);
    return takeOwnership(location, user);
  }
  if (fs.lstatSync(location, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(
      `PostgreSQL runs as the user ${user.name}, who may not enter ${fs.realpathSync(location)}.`,
    );
  }
  return relocate({ ...options, user });
}

function isReachable(location: string, user: OsUser): boolean {
  const real = fs.existsSync(location) && fs.realpathSync(location);
  return Boolean(real) && canAccess(user, '-x', path.dirname(real || location));
}

function takeOwnership(dir: string, user: OsUser): string {
  fs.chownSync(dir, user.uid, user.gid);
  fs.chmodSync(dir, 0o700);
  return dir;
}

function relocate({ location, user, printLine, stateRoot }: FolderOptions & { user: OsUser }): string {
  const name = createHash('sha256').update(path.dirname(location)).digest('hex').slice(0, 16);
  const target = path.join(stateRoot, name);
  makeTraversable(stateRoot);
  setAside(target, printLine);
  if (fs.existsSync(location)) moveFolder(location, target);
  fs.mkdirSync(target, { recursive: true });
  takeOwnership(target, user);
  fs.symlinkSync(target, location);
  printLine(
    `PostgreSQL runs as the user ${user.name}, who may not enter ${path.dirname(location)}: ` +
      `the database is kept in ${target}, and ${location} is a link to it.`,
  );
  return target;
}

/** A folder without a link belongs to a DATA_DIR that was removed. Its data is neither reused nor deleted. */
function setAside(target: string, printLine: (line: string) => void): void {
  if (!fs.existsSync(path.join(target, 'data'))) return;
  const aside = `${target}.unlinked-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  fs.renameSync(target, aside);
  printLine(`An earlier database of this folder, which no link pointed to, was renamed to ${aside}.`);
}

function moveFolder(from: string, to: string): void {
  fs.rmSync(to, { recursive: true, force: true });
  try {
    fs.renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const partial = `${to}.partial`;
    fs.rmSync(partial, { recursive: true, force: true });
    copyKeepingOwner(from, partial);
    fs.renameSync(partial, to);
    fs.rmSync(from, { recursive: true });
  }
}

function copyKeepingOwner(from: string, to: string): void {
  fs.cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  for (const entry of ['.', ...fs.readdirSync(from, { recursive: true, encoding: 'utf8' })]) {
    const { uid, gid, mode } = fs.lstatSync(path.join(from, entry));
    fs.lchownSync(path.join(to, entry), uid, gid);
    if (!fs.lstatSync(path.join(to, entry)).isSymbolicLink())
      fs.chmodSync(path.join(to, entry), mode & 0o7777);
  }
}

function rejectForeignFolder(dir: string): void {
  const uid = process.getuid?.();
  const owner = fs.statSync(path.join(dir, 'data'), { throwIfNoEntry: false })?.uid;
  if (uid === 0 || owner === undefined || owner === uid) return;
  throw new Error(
    `The database in ${dir} belongs to another user (id ${owner}). Start as that user, or as root.`,
  );
}

/** Copies the binaries, once per version, to a folder that the server's user can access. */
function reachableBinaries(user: OsUser | null, stateRoot: string): Binaries {
  const binaries = findBinaries();
  if (!user || canAccess(user, '-x', binaries.postgres)) return binaries;
  const root = path.join(stateRoot, `postgresql-${binaries.version}-${process.arch}`);
  if (!fs.existsSync(root)) {
    makeTraversable(stateRoot);
    const partial = `${root}.${process.pid}`;
    fs.cpSync(binaries.root, partial, { recursive: true, verbatimSymlinks: true });
    fs.renameSync(partial, root);
  }
  return binariesUnder(root, binaries.version);
}

/** Makes a folder traversable for other users; the folders inside have their own permissions. */
function makeTraversable(dir: string): void {
  fs.mkdirSync(dir, { recursive: true });
  fs.chmodSync(dir, 0o755);
}
