import fs from 'node:fs';
import path from 'node:path';
import type { Home } from './home';
import { initCluster } from './init-cluster';

/**
 * Makes sure that the home holds a complete cluster. A cluster is made under another name and renamed when it is
 * whole, so `data` is never half a cluster; and a marker beside it remembers that there once was one, so that a
 * folder that lost its data is reported and never replaced by an empty database.
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
    await makeCluster(home);
  }
  if (!fs.existsSync(marker)) fs.writeFileSync(marker, `${home.binaries.version}\n`, { flush: true });
}

async function makeCluster(home: Home): Promise<void> {
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
