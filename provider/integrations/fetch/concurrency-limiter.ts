import { Refusal } from '@/provider/integrations/fetch/failure';

/** Releases a slot. Calling it twice is harmless. */
export type Release = () => void;

/**
 * Limits the number of concurrent tasks per key; others wait in order of arrival. Waiting ends with a `busy` refusal
 * when the signal aborts.
 */
export function createConcurrencyLimiter(limit: number) {
  const queues = new Map<string, { working: number; waiting: Set<() => void> }>();

  return async function enter(key: string, signal: AbortSignal): Promise<Release> {
    const queue = queues.get(key) ?? { working: 0, waiting: new Set() };
    queues.set(key, queue);
    if (queue.working < limit) queue.working += 1;
    else await waitFor(queue.waiting, signal);

    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const [next] = queue.waiting;
      if (next) {
        queue.waiting.delete(next);
        next();
      } else if (--queue.working === 0) queues.delete(key);
    };
  };
}

function waitFor(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = () => {
      signal.removeEventListener('abort', cancel);
      resolve();
    };
    const cancel = () => {
      waiting.delete(start);
      reject(new Refusal('busy'));
    };
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel, { once: true });
    waiting.add(start);
  });
}
