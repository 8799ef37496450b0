/** Gives back what was taken. Calls after the first one have no effect. */
export type Release = () => void;

/** Thrown when the queue is full, or when there was no room before the timeout or the abort of the caller. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

interface LimiterOptions {
  /** Weight that may be held at once for each key. */
  perKey?: number;
  /** Weight that may be held at once for all keys together. */
  total?: number;
  /** Maximum queue length for each key. */
  waiting?: number;
  waitMs?: number;
}

interface Waiter {
  readonly weight: number;
  begin: () => void;
}

/**
 * Limits what is done at once, by number or by a weight such as bytes, for each key and for all together. Those of a key
 * wait in order of arrival, and the keys are served in turn: one with many waiters does not delay the others.
 */
export class Limiter {
  private readonly perKey: number;
  private readonly total: number;
  private readonly waitersMax: number;
  private readonly waitMs: number | undefined;
  private readonly heldBy = new Map<string, number>();
  private held = 0;
  /** Waiters by key, in the order in which the keys are served next. */
  private readonly queues = new Map<string, Waiter[]>();

  constructor(options: LimiterOptions) {
    this.perKey = options.perKey ?? Number.POSITIVE_INFINITY;
    this.total = options.total ?? Number.POSITIVE_INFINITY;
    this.waitersMax = options.waiting ?? Number.POSITIVE_INFINITY;
    this.waitMs = options.waitMs;
  }

  /** Waits for room for a weight, which is at most the limit. Rejects with Busy. */
  take(key: string, weight = 1, signal?: AbortSignal): Promise<Release> {
    if (signal?.aborted === true) return Promise.reject(new Busy());
    const release = this.tryTake(key, weight);
    return release === null ? this.wait(key, weight, signal) : Promise.resolve(release);
  }

  /** Takes a weight if there is room for it now and nothing else of the key waits; null otherwise. */
  tryTake(key: string, weight = 1): Release | null {
    return this.queues.has(key) || !this.fits(key, weight) ? null : this.hold(key, weight);
  }

  /** Does something once there is room for it. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const release = this.tryTake(key) ?? (await this.take(key));
    try {
      return await work();
    } finally {
      release();
    }
  }

  private fits(key: string, weight: number): boolean {
    return (this.heldBy.get(key) ?? 0) + weight <= this.perKey && this.held + weight <= this.total;
  }

  private hold(key: string, weight: number): Release {
    this.held += weight;
    this.heldBy.set(key, (this.heldBy.get(key) ?? 0) + weight);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.held -= weight;
      const left = (this.heldBy.get(key) ?? 0) - weight;
      if (left > 0) this.heldBy.set(key, left);
      else this.heldBy.delete(key);
      this.admit();
    };
  }

  private wait(key: string, weight: number, signal?: AbortSignal): Promise<Release> {
    const queue = this.queues.get(key) ?? [];
    if (queue.length >= this.waitersMax) return Promise.reject(new Busy());
    this.queues.set(key, queue);
    return new Promise((resolve, reject) => {
      const leave = () => {
        stop();
        queue.splice(queue.indexOf(waiter), 1);
        if (queue.length === 0) this.queues.delete(key);
        reject(new Busy());
        this.admit();
      };
      const timer = this.waitMs === undefined ? undefined : setTimeout(leave, this.waitMs);
      const stop = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const waiter: Waiter = {
        weight,
        begin: () => {
          stop();
          resolve(this.hold(key, weight));
        },
      };
      signal?.addEventListener('abort', leave);
      queue.push(waiter);
    });
  }

  /** Admits waiters as long as there is room; the key of each moves to the end of the order. */
  private admit(): void {
    for (let next = this.findNext(); next !== null; next = this.findNext()) {
      const [key, queue] = next;
      const waiter = queue.shift();
      this.queues.delete(key);
      if (queue.length > 0) this.queues.set(key, queue);
      waiter?.begin();
    }
  }

  private findNext(): [string, Waiter[]] | null {
    for (const [key, queue] of this.queues) {
      const first = queue[0];
      if (first !== undefined && this.fits(key, first.weight)) return [key, queue];
    }
    return null;
  }
}
