/** Gives a place back. Calls after the first one do nothing. */
export type Release = () => void;

/** All places are taken and so is the queue, or none became free in time. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

interface Options {
  /** What may be taken at once of one key. */
  capacity: number;
  /** How many may wait for one key. */
  waiting: number;
  waitMs: number;
}

interface Waiter {
  weight: number;
  begin: () => void;
}

interface Key {
  taken: number;
  queue: Waiter[];
}

/** A semaphore for each key, with a queue in the order of arrival. */
export class Limiter {
  private readonly keys = new Map<string, Key>();

  constructor(private readonly options: Options) {}

  /** Waits for a place of `weight`, which is at most the capacity. Rejects with Busy. */
  async take(name: string, weight = 1): Promise<Release> {
    const key = this.keys.get(name) ?? { taken: 0, queue: [] };
    this.keys.set(name, key);
    if (key.queue.length === 0 && this.fits(key, weight)) key.taken += weight;
    else await this.wait(key, weight);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      key.taken -= weight;
      this.admit(key);
      if (key.taken === 0 && key.queue.length === 0) this.keys.delete(name);
    };
  }

  private fits(key: Key, weight: number): boolean {
    return key.taken + weight <= this.options.capacity;
  }

  private wait(key: Key, weight: number): Promise<void> {
    if (key.queue.length >= this.options.waiting) return Promise.reject(new Busy());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        key.queue.splice(key.queue.indexOf(waiter), 1);
        this.admit(key);
        reject(new Busy());
      }, this.options.waitMs);
      const waiter: Waiter = {
        weight,
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      key.queue.push(waiter);
    });
  }

  private admit(key: Key): void {
    for (let next = key.queue[0]; next !== undefined && this.fits(key, next.weight); next = key.queue[0]) {
      key.queue.shift();
      key.taken += next.weight;
      next.begin();
    }
  }
}
