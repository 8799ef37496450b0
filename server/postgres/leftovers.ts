import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const FAST_SHUTDOWN_MS = 15_000;
const QUICK_SHUTDOWN_MS = 5_000;

/**
 * Ends what an earlier run left in a cluster's folder, so that a new server can start: a server whose app was
 * killed, processes whose server was killed, lock files that name nobody or somebody else.
 * Call it only while holding DATA_DIR's lock: whatever lives in the folder is then nobody's.
 */
export async function clearLeftovers(
  pgdata: string,
  socketDir: string,
  log: (line: string) => void,
): Promise<void> {
  await endResidents(pgdata, log);
  clearLockFile(path.join(pgdata, 'postmaster.pid'), log);
  clearLockFile(path.join(socketDir, '.s.PGSQL.5432.lock'), log);
}

/** The folder of the socket that the last server of this cluster used, or null. */
export function findLastSocketDir(pgdata: string): string | null {
  const file = path.join(pgdata, 'postmaster.pid');
  return (fs.existsSync(file) && fs.readFileSync(file, 'utf8').split('\n')[4]?.trim()) || null;
}

async function endResidents(pgdata: string, log: (line: string) => void): Promise<void> {
  if (findResidents(pgdata).length === 0) return;
  log('stopping the database server that an earlier run left behind');
  const steps = [
    { signal: 'SIGINT', withinMs: FAST_SHUTDOWN_MS },
    { signal: 'SIGQUIT', withinMs: QUICK_SHUTDOWN_MS },
    { signal: 'SIGKILL', withinMs: QUICK_SHUTDOWN_MS },
  ] as const;
  for (const { signal, withinMs } of steps) {
    signalLeaders(pgdata, signal);
    if (await isEmptyWithin(pgdata, withinMs)) return;
  }
  throw new Error(`Processes that use ${pgdata} cannot be ended: ${findResidents(pgdata).join(', ')}.`);
}

/** SIGINT and SIGQUIT go to the server, which ends its own; without a server each process is told by itself. */
function signalLeaders(pgdata: string, signal: NodeJS.Signals): void {
  const residents = findResidents(pgdata);
  const server = residents.filter((pid) => pid === readPid(path.join(pgdata, 'postmaster.pid')));
  const orphaned = server.length === 0;
  const targets = orphaned || signal === 'SIGKILL' ? residents : server;
  // An orphaned backend takes SIGINT for "cancel the query"; it ends at SIGQUIT.
  for (const pid of targets) sendSignal(pid, orphaned && signal === 'SIGINT' ? 'SIGQUIT' : signal);
}

async function isEmptyWithin(pgdata: string, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (findResidents(pgdata).length > 0) {
    if (Date.now() > deadline) return false;
    await wait(20);
  }
  return true;
}

/** Every process of a PostgreSQL server has the cluster's folder as its working directory. */
function findResidents(pgdata: string): number[] {
  const real = fs.realpathSync(pgdata);
  if (!fs.existsSync('/proc/self/cwd')) return findServerByCommand(real);
  return fs
    .readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && readLink(`/proc/${pid}/cwd`) === real);
}

function findServerByCommand(pgdata: string): number[] {
  const pid = readPid(path.join(pgdata, 'postmaster.pid'));
  if (pid === null || !isAlive(pid)) return [];
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(pgdata) ? [pid] : [];
  } catch {
    return [];
  }
}

/**
 * A lock file that names a dead process is left to PostgreSQL, which also checks the shared memory named in it.
 * It refuses to start, however, on an unreadable file or on a pid that some other program has by now.
 */
function clearLockFile(file: string, log: (line: string) => void): void {
  if (!fs.existsSync(file)) return;
  const pid = readPid(file);
  if (pid !== null && !isAlive(pid)) return;
  log(
    `removing ${path.basename(file)}, which ${pid === null ? 'is unreadable' : `names a stranger (${pid})`}`,
  );
  fs.rmSync(file);
}

function readPid(file: string): number | null {
  const first = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n')[0] : '';
  const pid = /^-?\d{1,9}$/.test(first ?? '') ? Math.abs(Number(first)) : 0;
  return pid > 0 ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in the meantime, which is what the signal was for.
  }
}

function readLink(file: string): string | null {
  try {
    return fs.readlinkSync(file);
  } catch {
    return null;
  }
}
