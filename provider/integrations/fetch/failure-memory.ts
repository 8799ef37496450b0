/** Remembers what failed for a while, so that a dead page is not asked again and again. Bounded; oldest go first. */
export function createFailureMemory(keepMs: number, now: () => number, maxEntries = 2000) {
  const expiries = new Map<string, number>();
  return {
    has(key: string): boolean {
      const expiry = expiries.get(key);
      if (expiry === undefined) return false;
      if (expiry > now()) return true;
      expiries.delete(key);
      return false;
    },
    add(key: string): void {
      expiries.delete(key);
      expiries.set(key, now() + keepMs);
      if (expiries.size <= maxEntries) return;
      const [oldest] = expiries.keys();
      if (oldest !== undefined) expiries.delete(oldest);
    },
  };
}
