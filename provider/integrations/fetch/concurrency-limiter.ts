import { Refusal } from '@/provider/integrations/fetch/failure';

/** Releases a slot. Calling it twice is harmless. */
export type Release = () => void;

/**
 * Limits how many run at once per key; the others wait in the order of their arrival. A wait ends with a
 * `busy` refusal when its signal aborts.
 */
export function createConcurrencyLimiter(limit: number) {
  const lines = new Map<string, { working: number; waiting: Set<() => void> }>();

  return async function enter(key: string, signal: AbortSignal): Promise<Release> {
    const line = lines.get(key) ?? { working: 0, waiting: new Set() };
    lines.set(key, line);
    if (line.working < limit) line.working += 1;
    else await waitFor(line.waiting, signal);

    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const [next] = line.waiting;
      if (next) {
        line.waiting.delete(next);
        next();
      } else if (--line.working === 0) lines.delete(key);
    };
  };
}

function waitFor(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = () => {
      waiting.delete(start);
      reject(new Refusal('busy'));
    };
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    waiting.add(start);
  });
}
