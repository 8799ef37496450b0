import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describeSelf, isAlive, parseOwner } from './owner';

/** DATA_DIR, held by this process until `release()`. */
export interface DataDirLock {
  release(): void;
}

/** Another process holds DATA_DIR. */
export class DataDirInUseError extends Error {}

interface LockOptions {
  heartbeatMs?: number;
  /** How long an owner whose process cannot be looked at may be silent before it counts as dead. */
  silenceMs?: number;
}

const HEARTBEAT_MS = 5_000;
const SILENCE_MS = 15_000;
const ADVICE = 'Stop it first, or set DATA_DIR to another folder.';

/**
 * [Note: One process for each DATA_DIR]
 * The lock file names its owner: pid, start time and pid namespace, so that a pid which the system gave to some
 * other program is not taken for the owner. An owner in another container or on another machine cannot be looked
 * at; it shows that it is alive by touching the file. A file whose owner is dead is taken over without asking.
 *
 * @throws DataDirInUseError when a living process holds it
 */
export async function lockDataDir(dataDir: string, options: LockOptions = {}): Promise<DataDirLock> {
  const { heartbeatMs = HEARTBEAT_MS, silenceMs = SILENCE_MS } = options;
  const file = path.join(dataDir, 'lock');
  const mine = JSON.stringify(describeSelf());
  while (!create(file, mine)) {
    const found = readText(file);
    if (found === null) continue;
    const holder = await findHolder(file, found, silenceMs);
    if (holder) throw new DataDirInUseError(`${dataDir} is in use by ${holder}. ${ADVICE}`);
    await clearAbandoned(file, found, mine, silenceMs);
  }
  const heartbeat = setInterval(() => touch(file), heartbeatMs).unref();
  return {
    release: () => {
      clearInterval(heartbeat);
      if (readText(file) === mine) fs.rmSync(file);
    },
  };
}

/** Written under another name and linked: nobody ever reads half a lock. */
function create(file: string, content: string): boolean {
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

/** Says who holds a lock, or null when nobody does any more. */
async function findHolder(file: string, content: string, silenceMs: number): Promise<string | null> {
  const owner = parseOwner(content);
  if (owner === null) return null;
  const state = isAlive(owner);
  if (state === 'alive') return `process ${owner.pid}`;
  if (state === 'dead' || (await isSilent(file, silenceMs))) return null;
  return `process ${owner.pid}, in another container or on another machine (${owner.host})`;
}

async function isSilent(file: string, silenceMs: number): Promise<boolean> {
  const first = modifiedAt(file);
  const deadline = (first ?? 0) + silenceMs;
  while (Date.now() < deadline) {
    await wait(Math.min(silenceMs / 10, 500));
    if (modifiedAt(file) !== first) return false;
  }
  return true;
}

/**
 * Removes an abandoned lock. Two processes may find the same one, and the slower must not remove what the faster
 * has put there since; so it is done under a claim, which is itself a lock that can be found abandoned.
 */
async function clearAbandoned(file: string, found: string, mine: string, silenceMs: number): Promise<void> {
  const claim = `${file}.claim`;
  while (!create(claim, mine)) {
    const other = readText(claim);
    if (other === null) continue;
    if (await findHolder(claim, other, silenceMs)) await wait(20);
    else await clearAbandoned(claim, other, mine, silenceMs);
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
    // The folder was removed under us; the database will say so more clearly.
  }
}
