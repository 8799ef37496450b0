import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const FAST_SHUTDOWN_MS = 15_000;
const QUICK_SHUTDOWN_MS = 5_000;

/**
 * Stops what a killed app left in a cluster's folder, so that a new server can start: the server, its orphaned
 * processes, and invalid lock files. Call it only while holding DATA_DIR's lock: no process in the folder is in use then.
 */
export async function stopStaleServer(
  pgdata: string,
  socketDir: string,
  log: (line: string) => void,
): Promise<void> {
  await stopProcesses(pgdata, log);
  removeInvalidLockFile(path.join(pgdata, 'postmaster.pid'), log);
  removeInvalidLockFile(path.join(socketDir, '.s.PGSQL.5432.lock'), log);
}

async function stopProcesses(pgdata: string, log: (line: string) => void): Promise<void> {
  if (findProcesses(pgdata).length === 0) return;
  log('stopping the stale database server of an earlier run');
  const steps = [
    { signal: 'SIGINT', timeoutMs: FAST_SHUTDOWN_MS },
    { signal: 'SIGQUIT', timeoutMs: QUICK_SHUTDOWN_MS },
    { signal: 'SIGKILL', timeoutMs: QUICK_SHUTDOWN_MS },
  ] as const;
  for (const { signal, timeoutMs } of steps) {
    signalProcesses(pgdata, signal);
    if (await exitedWithin(pgdata, timeoutMs)) return;
  }
  throw new Error(`Processes that use ${pgdata} cannot be stopped: ${findProcesses(pgdata).join(', ')}.`);
}

/** SIGINT and SIGQUIT go to the server, which stops its children; orphaned processes are signalled one by one. */
function signalProcesses(pgdata: string, signal: NodeJS.Signals): void {
  const processes = findProcesses(pgdata);
  const server = processes.filter((pid) => pid === readPid(path.join(pgdata, 'postmaster.pid')));
  const orphaned = server.length === 0;
  const targets = orphaned || signal === 'SIGKILL' ? processes : server;
  // For an orphaned backend SIGINT means "cancel the query"; it exits on SIGQUIT.
  for (const pid of targets) sendSignal(pid, orphaned && signal === 'SIGINT' ? 'SIGQUIT' : signal);
}

async function exitedWithin(pgdata: string, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (findProcesses(pgdata).length > 0) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** Every process of a PostgreSQL server has the cluster's folder as its working directory. */
function findProcesses(pgdata: string): number[] {
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
 * PostgreSQL handles a lock file that names a dead process, and also checks the shared memory named in it. But it refuses
 * to start if the file is unreadable or names a live process of another program.
 */
function removeInvalidLockFile(file: string, log: (line: string) => void): void {
  if (!fs.existsSync(file)) return;
  const pid = readPid(file);
  if (pid !== null && !isAlive(pid)) return;
  log(
    `removing ${path.basename(file)}, which ${pid === null ? 'is unreadable' : `names another program (${pid})`}`,
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
    // It exited in the meantime.
  }
}

function readLink(file: string): string | null {
  try {
    return fs.readlinkSync(file);
  } catch {
    return null;
  }
}
