import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type Binaries, binariesUnder, findBinaries } from './binaries';
import { canAccess, findServerUser, type OsUser } from './os-user';

/** Where one DATA_DIR's database lives and what runs it. */
export interface Home {
  /** The real folder behind `DATA_DIR/postgres`, closed to everyone but the server's user. */
  dir: string;
  pgdata: string;
  binaries: Binaries;
  user: OsUser | null;
}

interface HomeOptions {
  dataDir: string;
  /** Tells the person at the console about a placement that they would not expect. */
  say: (line: string) => void;
  /** Where root keeps clusters that the server's user could not reach in DATA_DIR. */
  stateRoot?: string;
}

const STATE_ROOT = '/var/lib/markwell';

/**
 * [Note: Where root keeps the cluster]
 * As root, PostgreSQL runs as an unprivileged user, and a checkout or a DATA_DIR is often under a folder that
 * only root may enter. Opening that folder is not ours to do, so the cluster then lives under /var/lib/markwell
 * and `DATA_DIR/postgres` is a symlink to it. The link is the memory: where it points is where the data is.
 */
export function settleHome({ dataDir, say, stateRoot = STATE_ROOT }: HomeOptions): Home {
  const place = path.join(fs.realpathSync(dataDir), 'postgres');
  refuseDanglingLink(place);
  const user = chooseUser(place);
  const dir = settleFolder({ place, user, say, stateRoot });
  refuseForeignFolder(dir);
  const binaries = reachableBinaries(user, stateRoot);
  return { dir, pgdata: path.join(dir, 'data'), binaries, user };
}

function refuseDanglingLink(place: string): void {
  const link = fs.lstatSync(place, { throwIfNoEntry: false });
  if (!link?.isSymbolicLink() || fs.existsSync(place)) return;
  throw new Error(
    `${place} points to ${fs.readlinkSync(place)}, which is gone. Bring the database's folder back, ` +
      'or remove the link to begin with an empty database.',
  );
}

/** A cluster keeps its owner: one made by an ordinary user is run as that user when root starts it later. */
function chooseUser(place: string): OsUser | null {
  const fallback = findServerUser();
  const owner = fs.statSync(path.join(place, 'data'), { throwIfNoEntry: false });
  if (!fallback || !owner || owner.uid === 0) return fallback;
  return owner.uid === fallback.uid
    ? fallback
    : { uid: owner.uid, gid: owner.gid, name: `with id ${owner.uid}` };
}

interface FolderOptions {
  place: string;
  user: OsUser | null;
  say: (line: string) => void;
  stateRoot: string;
}

function settleFolder(options: FolderOptions): string {
  const { place, user } = options;
  if (!user) {
    fs.mkdirSync(place, { recursive: true, mode: 0o700 });
    return fs.realpathSync(place);
  }
  if (isReachable(place, user)) return own(fs.realpathSync(place), user);
  if (!fs.existsSync(place) && canAccess(user, '-x', path.dirname(place))) {
    fs.mkdirSync(place);
    return own(place, user);
  }
  if (fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(`PostgreSQL runs as the user ${user.name}, who may not enter ${fs.realpathSync(place)}.`);
  }
  return keepElsewhere({ ...options, user });
}

function isReachable(place: string, user: OsUser): boolean {
  const real = fs.existsSync(place) && fs.realpathSync(place);
  return Boolean(real) && canAccess(user, '-x', path.dirname(real || place));
}

function own(dir: string, user: OsUser): string {
  fs.chownSync(dir, user.uid, user.gid);
  fs.chmodSync(dir, 0o700);
  return dir;
}

function keepElsewhere({ place, user, say, stateRoot }: FolderOptions & { user: OsUser }): string {
  const name = createHash('sha256').update(path.dirname(place)).digest('hex').slice(0, 16);
  const target = path.join(stateRoot, name);
  openFolder(stateRoot);
  setAside(target, say);
  if (fs.existsSync(place)) moveFolder(place, target);
  fs.mkdirSync(target, { recursive: true });
  own(target, user);
  fs.symlinkSync(target, place);
  say(
    `PostgreSQL runs as the user ${user.name}, who may not enter ${path.dirname(place)}: ` +
      `the database is kept in ${target}, and ${place} is a link to it.`,
  );
  return target;
}

/** A folder without a link to it belongs to a DATA_DIR that was removed; its data must not reappear, nor vanish. */
function setAside(target: string, say: (line: string) => void): void {
  if (!fs.existsSync(path.join(target, 'data'))) return;
  const aside = `${target}.unlinked-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  fs.renameSync(target, aside);
  say(`An earlier database of this folder, to which no link was left, was set aside as ${aside}.`);
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

function refuseForeignFolder(dir: string): void {
  const uid = process.getuid?.();
  const owner = fs.statSync(path.join(dir, 'data'), { throwIfNoEntry: false })?.uid;
  if (uid === 0 || owner === undefined || owner === uid) return;
  throw new Error(
    `The database in ${dir} belongs to another user (id ${owner}). Start as that user, or as root.`,
  );
}

/** Copies the binaries, once for each version, to where the server's user can run them. */
function reachableBinaries(user: OsUser | null, stateRoot: string): Binaries {
  const binaries = findBinaries();
  if (!user || canAccess(user, '-x', binaries.postgres)) return binaries;
  const root = path.join(stateRoot, `postgresql-${binaries.version}-${process.arch}`);
  if (!fs.existsSync(root)) {
    openFolder(stateRoot);
    const partial = `${root}.${process.pid}`;
    fs.cpSync(binaries.root, partial, { recursive: true, verbatimSymlinks: true });
    fs.renameSync(partial, root);
  }
  return binariesUnder(root, binaries.version);
}

/** Everyone may pass through; what lies inside is closed one by one. */
function openFolder(dir: string): void {
  fs.mkdirSync(dir, { recursive: true });
  fs.chmodSync(dir, 0o755);
}
