import { setTimeout as wait } from 'node:timers/promises';
import type { Ending, Postmaster } from './postmaster';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 10_000;
/** A server that lived this long was well; its end is not one more of a series. */
const STABLE_MS = 30_000;
const STOP_PATIENCE_MS = 20_000;

interface SupervisorOptions {
  launch: () => Promise<Postmaster>;
  log: (line: string) => void;
  onExit: ((ending: Ending) => void) | undefined;
}

/** Starts the server again whenever it ends by itself: at once, then ever more slowly while that does not help. */
export class Supervisor {
  private server: Postmaster | null = null;
  private restarting: Promise<void> = Promise.resolve();
  private delayMs = 0;
  private readonly stopped = new AbortController();
  private readonly endWithUs = () => this.server?.kill('SIGINT');

  constructor(
    first: Postmaster,
    private readonly options: SupervisorOptions,
  ) {
    this.watch(first);
    // Covers an exit that skipped stop(), such as an uncaught error.
    process.once('exit', this.endWithUs);
  }

  /** 0 while there is no server. */
  get pid(): number {
    return this.server?.pid ?? 0;
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    process.off('exit', this.endWithUs);
    await this.restarting;
    const { server } = this;
    if (!server) return;
    server.kill('SIGINT');
    const impatience = setTimeout(() => server.kill('SIGQUIT'), STOP_PATIENCE_MS);
    await server.ended;
    clearTimeout(impatience);
    this.server = null;
  }

  private watch(server: Postmaster): void {
    this.server = server;
    const startedAt = Date.now();
    void server.ended.then((ending) => {
      if (this.stopped.signal.aborted) return;
      this.server = null;
      if (Date.now() - startedAt > STABLE_MS) this.delayMs = 0;
      this.options.onExit?.(ending);
      this.restarting = this.restart();
    });
  }

  private async restart(): Promise<void> {
    const { signal } = this.stopped;
    for (;;) {
      await wait(this.delayMs, undefined, { signal }).catch(() => null);
      if (signal.aborted) return;
      this.delayMs = Math.min(Math.max(FIRST_DELAY_MS, this.delayMs * 2), LONGEST_DELAY_MS);
      try {
        this.watch(await this.options.launch());
        return;
      } catch (error) {
        this.options.log(error instanceof Error ? error.message : String(error));
      }
    }
  }
}
