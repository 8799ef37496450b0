import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** A process as listed by `ps`. */
interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** Kills one backend process of an app connection; returns false if there is none. */
export function killBackend(dataDir: string): boolean {
  const backends = childrenOf(findPostmaster(dataDir)).filter(({ command }) =>
    /markwell \[local\]/.test(command),
  );
  const victim = backends[Math.floor(Math.random() * backends.length)];
  if (victim) process.kill(victim.pid, 'SIGKILL');
  return victim !== undefined;
}

/** Kills the database server and all its processes, like the out-of-memory killer or a power failure. */
export function killDatabase(dataDir: string): void {
  for (const pid of databasePids(dataDir)) signalIfAlive(pid, 'SIGKILL');
}

/** Stops all processes of the database, which then accepts connections but does not respond; returns how to go on. */
export function pauseDatabase(dataDir: string): () => void {
  const pids = databasePids(dataDir);
  for (const pid of pids) signalIfAlive(pid, 'SIGSTOP');
  return () => pids.forEach((pid) => signalIfAlive(pid, 'SIGCONT'));
}

/** Returns the process id of the worker beside an app; null while there is none. */
export function findWorker(appPid: number): number | null {
  return childrenOf(appPid).find(({ command }) => command.includes('worker.mjs'))?.pid ?? null;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function databasePids(dataDir: string): number[] {
  const postmaster = findPostmaster(dataDir);
  return [postmaster, ...childrenOf(postmaster).map(({ pid }) => pid)];
}

function findPostmaster(dataDir: string): number {
  const file = path.join(dataDir, 'postgres/data/postmaster.pid');
  return Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
}

function childrenOf(parent: number): Process[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, ppid, ...command]) => ({
      pid: Number(pid),
      parent: Number(ppid),
      command: command.join(' '),
    }))
    .filter((listed) => listed.parent === parent);
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process already ended together with its server.
  }
}
