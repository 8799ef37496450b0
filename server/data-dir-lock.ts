import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** Lock of this process on DATA_DIR, held until `release()`. */
export interface DataDirLock {
  release(): void;
}

/** Another process holds the lock. */
export class DataDirInUseError extends Error {}

interface LockOptions {
  heartbeatMs?: number;
  /** Time without a heartbeat after which an owner whose process is not visible counts as dead. */
  staleMs?: number;
}

const HEARTBEAT_MS = 5_000;
const STALE_MS = 15_000;
const ADVICE = 'Stop it first, or set DATA_DIR to another folder.';

/**
 * [Note: One process for each DATA_DIR]
 * The lock file identifies its owner by pid, start time and pid namespace, so that a reused pid is not mistaken for the
 * owner. The process of an owner in another container or on another machine is not visible; it proves that it is alive
 * by touching the file. A lock whose owner is dead is taken over.
 *
 * @throws DataDirInUseError when a live process holds the lock
 */
export async function lockDataDir(dataDir: string, options: LockOptions = {}): Promise<DataDirLock> {
  const { heartbeatMs = HEARTBEAT_MS, staleMs = STALE_MS } = options;
  const file = path.join(dataDir, 'lock');
  const own = JSON.stringify(currentOwner());
  while (!createLock(file, own)) {
    const found = readText(file);
    if (found === null) continue;
    const holder = await findHolder(file, found, staleMs);
    if (holder) throw new DataDirInUseError(`${dataDir} is in use by ${holder}. ${ADVICE}`);
    await removeStaleLock(file, found, own, staleMs);
  }
  const heartbeat = setInterval(() => touch(file), heartbeatMs).unref();
  return {
    release: () => {
      clearInterval(heartbeat);
      if (readText(file) === own) fs.rmSync(file);
    },
  };
}

/** Writes a temporary file and links it, so that no reader sees a partial lock. */
function createLock(file: string, content: string): boolean {
  const partial = `${file}.${process.pid}`;
  fs.writeFileSync(partial, content);
  try {
    fs.linkSync(partial, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    fs.rmSync(partial, { force: true });
  }
}

/** Describes the live holder of a lock, or returns null when it is stale. */
async function findHolder(file: string, content: string, staleMs: number): Promise<string | null> {
  const owner = parseOwner(content);
  if (owner === null) return null;
  const state = stateOf(owner);
  if (state === 'alive') return `process ${owner.pid}`;
  if (state === 'dead' || (await isStale(file, staleMs))) return null;
  return `process ${owner.pid}, in another container or on another machine (${owner.host})`;
}

async function isStale(file: string, staleMs: number): Promise<boolean> {
  const first = modifiedAt(file);
  const deadline = (first ?? 0) + staleMs;
  while (Date.now() < deadline) {
    await sleep(Math.min(staleMs / 10, 500));
    if (modifiedAt(file) !== first) return false;
  }
  return true;
}

/**
 * Removes a stale lock. When several processes find it, the slower one must not remove the new lock of the faster one.
 * The removal therefore happens under a second lock, which can itself be stale.
 */
async function removeStaleLock(file: string, found: string, own: string, staleMs: number): Promise<void> {
  const claim = `${file}.claim`;
  while (!createLock(claim, own)) {
    const other = readText(claim);
    if (other === null) continue;
    if (await findHolder(claim, other, staleMs)) await sleep(20);
    else await removeStaleLock(claim, other, own, staleMs);
  }
  if (readText(file) === found) fs.rmSync(file);
  fs.rmSync(claim, { force: true });
}

function readText(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function modifiedAt(file: string): number | null {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function touch(file: string): void {
  const now = new Date();
  try {
    fs.utimesSync(file, now, now);
  } catch {
    // The folder was removed; the database reports that more clearly.
  }
}

const Owner = z.object({
  pid: z.int().positive(),
  /** Start time of the process in the unit of the system; distinguishes two processes with the same pid. */
  started: z.string(),
  /** Processes with the same scope can see each other. */
  scope: z.string(),
  host: z.string(),
});

type Owner = z.infer<typeof Owner>;

/** Returns the owner record of this process. */
export function currentOwner(): Owner {
  return {
    pid: process.pid,
    started: startTime(process.pid) ?? '',
    scope: currentScope(),
    host: os.hostname(),
  };
}

/** Parses the content of a lock file; null if it is invalid. */
function parseOwner(text: string): Owner | null {
  try {
    return Owner.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Returns the state of an owner; `unknown` if its process is not visible from this process. */
function stateOf(owner: Owner): 'alive' | 'dead' | 'unknown' {
  if (owner.scope !== currentScope()) return 'unknown';
  return startTime(owner.pid) === owner.started ? 'alive' : 'dead';
}

/** Returns the boot id and pid namespace on Linux, the host name elsewhere. */
function currentScope(): string {
  try {
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${fs.readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return os.hostname();
  }
}

/** Returns the start time of a process; null if it does not exist. */
function startTime(pid: number): string | null {
  try {
    if (!fs.existsSync('/proc/self/stat')) {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
    }
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses, and may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    return state === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
