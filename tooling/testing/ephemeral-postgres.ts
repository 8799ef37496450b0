import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import type { Client } from 'pg';
import { asSuperuser, ensureRole, writeAccessFiles } from '@/server/postgres/access';
import { type Binaries, binariesUnder, findBinaries } from '@/server/postgres/binaries';
import { initCluster } from '@/server/postgres/cluster';
import { canAccess, findServerUser, type OsUser } from '@/server/postgres/os-user';
import { type Postmaster, spawnPostmaster } from '@/server/postgres/postmaster';
import { APP_ROLE, EPHEMERAL, settingArguments } from '@/server/postgres/settings';
import { shortTemporaryFolder, socketUrl } from '@/server/postgres/socket';

/** A database server for tests. */
export interface EphemeralPostgres {
  /** URL of the database `postgres`, as the role of the app. Here it owns that database and may create others. */
  url: string;
  /** Process id of the server. */
  pid: number;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

interface EphemeralOptions {
  /** A PostgreSQL installed on the system to use instead of the embedded one; `root` contains its `bin`. */
  system?: { root: string; version: string };
}

/**
 * Starts an empty PostgreSQL without durability in a temporary folder. It is removed by `stop()`, and also when this
 * process exits without it.
 */
export async function startEphemeralPostgres({ system }: EphemeralOptions = {}): Promise<EphemeralPostgres> {
  const user = findServerUser();
  const home = fs.mkdtempSync(path.join(shortTemporaryFolder(), 'markwell-test-'));
  if (user) fs.chownSync(home, user.uid, user.gid);
  const pgdata = path.join(home, 'data');
  try {
    const binaries = system ? binariesUnder(system.root, system.version) : reachableBinaries(user, home);
    await initCluster({ binaries, user, pgdata, sync: false });
    writeAccessFiles({ pgdata, user });
    const server = await spawnPostmaster({
      binaries,
      user,
      pgdata,
      arguments: settingArguments(EPHEMERAL, home),
      log: () => undefined,
    });
    const release = cleanUpOnExit(server.pid, home);
    await asSuperuser(home, 'postgres', async (client) => {
      await ensureRole(client);
      await client.query(`alter role ${APP_ROLE} createdb`);
      await client.query(`alter database postgres owner to ${APP_ROLE}`);
    });
    // Only a superuser may create it, for all databases that are created from this template.
    if (system) await asSuperuser(home, 'template1', createVector);
    return { url: socketUrl(home, 'postgres'), pid: server.pid, stop: () => stop(server, home, release) };
  } catch (error) {
    fs.rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

/** Creates the extension for similarity, where it is installed (Debian's pgvector). */
async function createVector(client: Client): Promise<void> {
  const { rows } = await client.query(`select from pg_available_extensions where name = 'vector'`);
  if (rows.length > 0) await client.query('create extension if not exists vector');
}

/** Returns the binaries, copied next to the data if the server's user cannot access them. */
function reachableBinaries(user: OsUser | null, home: string): Binaries {
  const binaries = findBinaries();
  if (!user || canAccess(user, '-x', binaries.postgres)) return binaries;
  const root = path.join(home, 'native');
  fs.cpSync(binaries.root, root, { recursive: true, verbatimSymlinks: true });
  return binariesUnder(root, binaries.version);
}

/**
 * Starts a shell that reads from this process. Its input ends when this process exits, and then it stops the server and
 * removes the files. Returns a function that cancels this.
 */
function cleanUpOnExit(pid: number, home: string): () => void {
  const script = 'read -r done || { kill -QUIT "$1"; sleep 1; rm -rf "$2"; }';
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(pid), home], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  // Neither the child nor its pipe, which is a socket, may keep a finished test run alive.
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  guard.stdin.on('error', () => undefined);
  return () => guard.stdin.end('done\n');
}

async function stop(server: Postmaster, home: string, release: () => void): Promise<void> {
  server.kill('SIGQUIT');
  await server.exited;
  release();
  fs.rmSync(home, { recursive: true, force: true });
}
