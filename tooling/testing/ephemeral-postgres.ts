import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { type Binaries, binariesUnder, findBinaries } from '@/server/postgres/binaries';
import { initCluster } from '@/server/postgres/init-cluster';
import { canAccess, findServerUser, type OsUser } from '@/server/postgres/os-user';
import { type Postmaster, spawnPostmaster } from '@/server/postgres/postmaster';
import { DISPOSABLE, settingArguments, socketUrl } from '@/server/postgres/settings';
import { shortTemporaryFolder } from '@/server/postgres/socket-dir';

/** A database server for tests. */
export interface ThrowAwayPostgres {
  /** URL of the maintenance database `postgres`, as superuser; make your own databases beside it. */
  url: string;
  /** Stops the server and removes every file of it. */
  stop(): Promise<void>;
}

interface ThrowAwayOptions {
  /** A PostgreSQL of the system, by the folder that holds its `bin`, in place of the embedded one. */
  system?: { root: string; version: string };
}

/**
 * Starts an empty PostgreSQL in a temporary folder, without any guarantee of durability. It goes away with
 * `stop()`, and also when this process ends in any other way.
 */
export async function startThrowAwayPostgres({ system }: ThrowAwayOptions = {}): Promise<ThrowAwayPostgres> {
  const user = findServerUser();
  const home = fs.mkdtempSync(path.join(shortTemporaryFolder(), 'markwell-test-'));
  if (user) fs.chownSync(home, user.uid, user.gid);
  const pgdata = path.join(home, 'data');
  try {
    const binaries = system ? binariesUnder(system.root, system.version) : reachableBinaries(user, home);
    await initCluster({ binaries, user, pgdata, sync: false });
    const server = await spawnPostmaster({
      binaries,
      user,
      pgdata,
      arguments: settingArguments(DISPOSABLE, home),
      log: () => undefined,
    });
    const release = watchOver(server.pid, home);
    return { url: socketUrl(home, 'postgres'), stop: () => stop(server, home, release) };
  } catch (error) {
    fs.rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

/** Under a folder that the server's user may not enter, the binaries are copied beside the data. */
function reachableBinaries(user: OsUser | null, home: string): Binaries {
  const binaries = findBinaries();
  if (!user || canAccess(user, '-x', binaries.postgres)) return binaries;
  const root = path.join(home, 'native');
  fs.cpSync(binaries.root, root, { recursive: true, verbatimSymlinks: true });
  return binariesUnder(root, binaries.version);
}

/**
 * A shell that waits for the end of its input, which comes when this process is gone for whatever reason, and
 * then clears up. Returns a function that calls it off.
 */
function watchOver(pid: number, home: string): () => void {
  const script = 'read -r done || { kill -QUIT "$1"; sleep 1; rm -rf "$2"; }';
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(pid), home], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  // The pipe is a socket underneath; neither may keep a finished test run alive.
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  guard.stdin.on('error', () => undefined);
  return () => guard.stdin.end('done\n');
}

async function stop(server: Postmaster, home: string, release: () => void): Promise<void> {
  server.kill('SIGQUIT');
  await server.ended;
  release();
  fs.rmSync(home, { recursive: true, force: true });
}
