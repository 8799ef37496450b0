import type { PageFailure } from '@/provider/deps';

/** Remembers what failed for a while, so that a dead page is not asked again and again. Bounded; oldest go first. */
export function createFailureMemory(keepMs: number, now: () => number, maxEntries = 2000) {
  const entries = new Map<string, { failure: PageFailure; expiry: number }>();
  return {
    find(key: string): PageFailure | null {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      if (entry.expiry > now()) return entry.failure;
      entries.delete(key);
      return null;
    },
    add(key: string, failure: PageFailure): void {
      entries.delete(key);
      entries.set(key, { failure, expiry: now() + keepMs });
      if (entries.size <= maxEntries) return;
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    },
  };
}
