import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemEnv } from '@/lib/env/process-env';
import type { Binaries } from './binaries';
import { type OsUser, spawnIds } from './os-user';

/** How a server process exited. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A running server process. */
export interface Postmaster {
  pid: number;
  exited: Promise<Exit>;
  kill(signal: NodeJS.Signals): void;
}

interface PostmasterOptions {
  binaries: Binaries;
  user: OsUser | null;
  pgdata: string;
  arguments: string[];
  log: (line: string) => void;
}

/** The server did not start; the message contains its log. */
export class PostmasterStartError extends Error {}

const READY = /database system is ready to accept connections/;

/** Starts `postgres` and waits until it accepts connections. */
export async function spawnPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const child = spawn(options.binaries.postgres, ['-D', options.pgdata, ...options.arguments], {
    ...spawnIds(options.user),
    cwd: options.binaries.root,
    env: systemEnv({ LC_ALL: 'C' }),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group: Ctrl+C in a terminal must not reach the database while the app drains its requests.
    detached: true,
  });
  const exited = new Promise<Exit>((resolve) => {
    child.once('error', () => resolve({ code: 1, signal: null }));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  await untilReady(child, exited, options.log);
  return {
    pid: child.pid ?? 0,
    exited,
    kill: (signal) => child.kill(signal),
  };
}

async function untilReady(
  child: ChildProcess,
  exited: Promise<Exit>,
  log: (line: string) => void,
): Promise<void> {
  const lines: string[] = [];
  const spawnFailure = new Promise<string>((resolve) => child.once('error', (e) => resolve(e.message)));
  const ready = new Promise<true>((resolve) => {
    if (!child.stderr) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      log(line);
      if (lines.length < 40) lines.push(line);
      if (READY.test(line)) resolve(true);
    });
  });
  const outcome = await Promise.race([ready, exited, spawnFailure]);
  if (outcome === true) return;
  const detail = typeof outcome === 'string' ? outcome : lines.join('\n');
  throw new PostmasterStartError(`The database did not start: ${detail}`);
}

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 10_000;
/** After this uptime the restart delay is reset. */
const STABLE_MS = 30_000;
const FAST_SHUTDOWN_MS = 20_000;

interface SupervisorOptions {
  launch: () => Promise<Postmaster>;
  log: (line: string) => void;
  onExit: ((exit: Exit) => void) | undefined;
}

/** Restarts the server when it exits unexpectedly: immediately at first, then with growing delays. */
export class Supervisor {
  private server: Postmaster | null = null;
  private restarting: Promise<void> = Promise.resolve();
  private delayMs = 0;
  private readonly stopped = new AbortController();
  private readonly stopOnExit = () => this.server?.kill('SIGINT');

  constructor(
    first: Postmaster,
    private readonly options: SupervisorOptions,
  ) {
    this.watch(first);
    // For an exit without stop(), such as an uncaught error.
    process.once('exit', this.stopOnExit);
  }

  /** 0 while there is no server. */
  get pid(): number {
    return this.server?.pid ?? 0;
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    process.off('exit', this.stopOnExit);
    await this.restarting;
    const { server } = this;
    if (!server) return;
    server.kill('SIGINT');
    const timeout = setTimeout(() => server.kill('SIGQUIT'), FAST_SHUTDOWN_MS);
    await server.exited;
    clearTimeout(timeout);
    this.server = null;
  }

  private watch(server: Postmaster): void {
    this.server = server;
    const startedAt = Date.now();
    void server.exited.then((exit) => {
      if (this.stopped.signal.aborted) return;
      this.server = null;
      if (Date.now() - startedAt > STABLE_MS) this.delayMs = 0;
      this.options.onExit?.(exit);
      this.restarting = this.restart();
    });
  }

  private async restart(): Promise<void> {
    const { signal } = this.stopped;
    for (;;) {
      await sleep(this.delayMs, undefined, { signal }).catch(() => null);
      if (signal.aborted) return;
      this.delayMs = Math.min(Math.max(FIRST_DELAY_MS, this.delayMs * 2), MAX_DELAY_MS);
      try {
        this.watch(await this.options.launch());
        return;
      } catch (error) {
        this.options.log(error instanceof Error ? error.message : String(error));
      }
    }
  }
}
