import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Requests since the start, and those that are not answered yet. */
export interface RequestCount {
  readonly taken: number;
  readonly underWay: number;
}

interface GiveBackOptions {
  readonly requests: () => RequestCount;
  readonly residentBytes: () => number;
  readonly collect: () => void;
}

const lookEveryMs = 1_000;
/** Below this nothing is to be had: the program itself takes as much. */
const worthwhileBytes = 200 * 1024 * 1024;
/** Looks in a row that find nothing going on, after which the process counts as being at rest. */
const looksAtRest = 2;

/**
 * Gives back what requests have left behind, once after each time of work, when nobody waits. The engine lets garbage
 * grow to several times of what lives, which is quickest, and may hold on to it for as long as nothing happens: a small
 * server would keep half a gigabyte for 80 MB of live data. A collection stops the process for about a fifth of a
 * second. Call the answer once a second.
 */
export function giveBackMemory({ requests, residentBytes, collect }: GiveBackOptions): () => void {
  let seen = 0;
  let cleanAt = 0;
  let quiet = 0;
  return () => {
    const { taken, underWay } = requests();
    quiet = taken === seen && underWay === 0 ? quiet + 1 : 0;
    seen = taken;
    if (quiet < looksAtRest || taken === cleanAt || residentBytes() < worthwhileBytes) return;
    collect();
    cleanAt = taken;
  };
}

/** Looks once a second for as long as the process lives, and keeps it from ending by nothing. */
export function keepGivingBackMemory(requests: GiveBackOptions['requests']): void {
  const residentBytes = () => process.memoryUsage.rss();
  setInterval(giveBackMemory({ requests, residentBytes, collect: findCollector() }), lookEveryMs).unref();
}

/**
 * The engine's own collector, which it shows only to who asks at the start. Of its ways this is the one that gives the
 * pages back: an ordinary collection keeps them for the next requests.
 */
function findCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: Record<'type' | 'execution' | 'flavor', string>) => void;
  setFlagsFromString('--no-expose-gc');
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
