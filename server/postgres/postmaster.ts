import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Binaries } from './binaries';
import { type OsUser, spawnIds } from './os-user';
import { serverEnvironment } from './settings';

/** How a server process ended. */
export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A running server process. `ended` settles once, however it ends. */
export interface Postmaster {
  pid: number;
  ended: Promise<Ending>;
  kill(signal: NodeJS.Signals): void;
}

interface PostmasterOptions {
  binaries: Binaries;
  user: OsUser | null;
  pgdata: string;
  arguments: string[];
  log: (line: string) => void;
}

/** A start that did not succeed; the message carries the server's own last words. */
export class PostmasterStartError extends Error {}

const READY = /database system is ready to accept connections/;

/** Starts `postgres` and waits until it takes connections. */
export async function spawnPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const child = spawn(options.binaries.postgres, ['-D', options.pgdata, ...options.arguments], {
    ...spawnIds(options.user),
    cwd: options.binaries.root,
    env: serverEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // A session of its own: Ctrl+C in a terminal reaches every process of the group, and the database has to
    // outlive the requests that the app is still finishing.
    detached: true,
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once('error', () => resolve({ code: 1, signal: null }));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  await untilReady(child, ended, options.log);
  return {
    pid: child.pid ?? 0,
    ended,
    kill: (signal) => child.kill(signal),
  };
}

async function untilReady(
  child: ChildProcess,
  ended: Promise<Ending>,
  log: (line: string) => void,
): Promise<void> {
  const words: string[] = [];
  const spawnFailure = new Promise<string>((resolve) => child.once('error', (e) => resolve(e.message)));
  const ready = new Promise<true>((resolve) => {
    if (!child.stderr) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      log(line);
      if (words.length < 40) words.push(line);
      if (READY.test(line)) resolve(true);
    });
  });
  const outcome = await Promise.race([ready, ended, spawnFailure]);
  if (outcome === true) return;
  const detail = typeof outcome === 'string' ? outcome : words.join('\n');
  throw new PostmasterStartError(`The database did not start: ${detail}`);
}
