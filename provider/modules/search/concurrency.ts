import os from 'node:os';

/**
 * Limits how many searches run at a time; the others wait, rather than drive each other's pages out of the
 * caches. Accounts are served round-robin, and no account takes the last place: one that asks for much, or
 * for what takes long, does not stop the others.
 */
export class ConcurrencyLimiter {
  private running = 0;
  private readonly runningOf = new Map<string, number>();
  /** What waits, by account, in the order in which accounts are served next. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(private readonly atOnce: number) {}

  async run<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    if (this.hasPlace(accountId)) this.take(accountId);
    else await this.wait(accountId);
    try {
      return await work();
    } finally {
      this.leave(accountId);
      this.letNextIn();
    }
  }

  private hasPlace(accountId: string): boolean {
    const mostOfOne = Math.max(1, this.atOnce - 1);
    return this.running < this.atOnce && (this.runningOf.get(accountId) ?? 0) < mostOfOne;
  }

  private take(accountId: string): void {
    this.running += 1;
    this.runningOf.set(accountId, (this.runningOf.get(accountId) ?? 0) + 1);
  }

  private leave(accountId: string): void {
    this.running -= 1;
    const left = (this.runningOf.get(accountId) ?? 1) - 1;
    if (left === 0) this.runningOf.delete(accountId);
    else this.runningOf.set(accountId, left);
  }

  private wait(accountId: string): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.waiting.get(accountId);
      if (queue === undefined) this.waiting.set(accountId, [resolve]);
      else queue.push(resolve);
    });
  }

  /** The account that is served comes last then. */
  private letNextIn(): void {
    for (const [accountId, queue] of this.waiting) {
      if (!this.hasPlace(accountId)) continue;
      this.waiting.delete(accountId);
      const begin = queue.shift();
      if (queue.length > 0) this.waiting.set(accountId, queue);
      this.take(accountId);
      begin?.();
      return;
    }
  }
}

/** A search waits for the database half of the time: two for each core keep all of them busy. */
const perCore = 2;

/** Of all searches of this process: what they share is its cores, and most often the database's are the same. */
export const searchLimiter = new ConcurrencyLimiter(perCore * os.availableParallelism());
