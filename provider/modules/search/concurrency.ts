import os from 'node:os';

/**
 * Limits the number of concurrent searches; the others wait instead of evicting each other's pages from the
 * caches. Accounts are served round-robin, and no account gets the last slot: one with many or slow searches
 * does not block the others.
 */
export class ConcurrencyLimiter {
  private running = 0;
  private readonly runningOf = new Map<string, number>();
  /** Waiting searches by account, in the order in which accounts are served next. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(private readonly limit: number) {}

  async run<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    if (this.hasSlot(accountId)) this.acquire(accountId);
    else await this.wait(accountId);
    try {
      return await work();
    } finally {
      this.release(accountId);
      this.startNext();
    }
  }

  private hasSlot(accountId: string): boolean {
    const accountLimit = Math.max(1, this.limit - 1);
    return this.running < this.limit && (this.runningOf.get(accountId) ?? 0) < accountLimit;
  }

  private acquire(accountId: string): void {
    this.running += 1;
    this.runningOf.set(accountId, (this.runningOf.get(accountId) ?? 0) + 1);
  }

  private release(accountId: string): void {
    this.running -= 1;
    const remaining = (this.runningOf.get(accountId) ?? 1) - 1;
    if (remaining === 0) this.runningOf.delete(accountId);
    else this.runningOf.set(accountId, remaining);
  }

  private wait(accountId: string): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.waiting.get(accountId);
      if (queue === undefined) this.waiting.set(accountId, [resolve]);
      else queue.push(resolve);
    });
  }

  /** Starts the next waiting search; its account then moves to the end of the order. */
  private startNext(): void {
    for (const [accountId, queue] of this.waiting) {
      if (!this.hasSlot(accountId)) continue;
      this.waiting.delete(accountId);
      const start = queue.shift();
      if (queue.length > 0) this.waiting.set(accountId, queue);
      this.acquire(accountId);
      start?.();
      return;
    }
  }
}

/** Searches per core. A search waits for the database half of the time, so two keep a core busy. */
const perCore = 2;

/** Limiter of all searches of this process. They share its cores, which are usually those of the database too. */
export const searchLimiter = new ConcurrencyLimiter(perCore * os.availableParallelism());
