import { browser, type Browser } from 'wxt/browser';

/** What the storage of this device contains, by key. */
export type Stored = Readonly<Record<string, unknown>>;

/** A value that this device keeps in `storage.local`; it is never synced. */
export interface StoredValue<T> {
  /** Returns the value, or the fallback if there is none. */
  readonly get: () => Promise<T>;
  /** Returns the value in what was read from the storage as a whole. */
  readonly in: (stored: Stored) => T;
  readonly set: (value: T) => Promise<void>;
  readonly remove: () => Promise<void>;
  /** Calls `listener` after each change, in any context of the extension; returns a function that stops it. */
  readonly watch: (listener: (value: T, earlier: T) => void) => () => void;
}

/** Describes the value under a key. */
export function storedValue<T>(key: string, fallback: T): StoredValue<T> {
  const orFallback = (value: unknown): T => (value ?? fallback) as T;
  const read: StoredValue<T>['in'] = (stored) => orFallback(stored[key]);
  return {
    get: async () => read(await browser.storage.local.get(key)),
    in: read,
    set: (value) => browser.storage.local.set({ [key]: value }),
    remove: () => browser.storage.local.remove(key),
    watch: (listener) => {
      const handle = (changes: Record<string, Browser.storage.StorageChange>, area: string): void => {
        const change = area === 'local' ? changes[key] : undefined;
        if (change) listener(orFallback(change.newValue), orFallback(change.oldValue));
      };
      browser.storage.onChanged.addListener(handle);
      return () => browser.storage.onChanged.removeListener(handle);
    },
  };
}

/** Returns everything that is stored, for what needs several values at once. */
export const readStored = (): Promise<Stored> => browser.storage.local.get(null);
