import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const FAST_SHUTDOWN_MS = 15_000;
const QUICK_SHUTDOWN_MS = 5_000;

/**
 * Stops the server and orphaned processes that a killed app left running, and removes invalid lock files, so that a new
 * server can start. Call it only while holding DATA_DIR's lock: no process in the folder is in use then.
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

/** Sends SIGINT and SIGQUIT to the server, which stops its children; signals orphaned processes individually. */
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

/** Finds the processes of a PostgreSQL server, whose working directory is the cluster's folder. */
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
 * Removes a lock file on which PostgreSQL would refuse to start: an unreadable one, or one with the pid of a live
 * process of another program. PostgreSQL itself handles a dead pid, and also checks the shared memory of that server.
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
