import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from './client';

/** Concurrent creations until `end` is called. */
export interface Load {
  /** Number of responses by status; `none` counts broken connections. */
  statuses: Map<number | 'none', number>;
  /** Resolves when a creation that started after this call has succeeded. */
  untilCreated(): Promise<void>;
  end(): Promise<void>;
}

const TIMEOUT_MS = 30_000;
let created = 0;

/** Starts `atOnce` workers that create bookmarks; a worker pauses briefly after a failure. */
export function startLoad(client: Client, atOnce: number): Load {
  const statuses = new Map<number | 'none', number>();
  let ended = false;
  const work = async (): Promise<void> => {
    while (!ended) {
      const status = await client.create(`https://crash.example/${created++}`);
      statuses.set(status ?? 'none', (statuses.get(status ?? 'none') ?? 0) + 1);
      if (status !== 201) await wait(20);
    }
  };
  const workers = Array.from({ length: atOnce }, work);
  return {
    statuses,
    untilCreated: async () => {
      // A pending creation may have succeeded before the kill and be counted after it.
      const enough = client.acknowledged.length + atOnce + 1;
      const deadline = Date.now() + TIMEOUT_MS;
      while (client.acknowledged.length < enough) {
        if (Date.now() > deadline) throw new Error(`No creation succeeded within ${TIMEOUT_MS} ms.`);
        await wait(10);
      }
    },
    end: async () => {
      ended = true;
      await Promise.all(workers);
    },
  };
}
