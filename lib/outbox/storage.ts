import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { NewEntry, OutboxEntry } from '@/lib/outbox/entry';

interface Schema extends DBSchema {
  entries: { key: number; value: OutboxEntry; indexes: { account: string; id: string } };
}

const databaseName = 'markwell-outbox';

/** Storage for the entries of all accounts on this device. */
export interface OutboxStorage {
  /** Returns the entries of one account, in sending order. */
  readonly list: (account: string) => Promise<OutboxEntry[]>;
  /** Resolves after the entry is written to disk. */
  readonly add: (entry: NewEntry) => Promise<void>;
  /** Replaces an entry unless it was removed. */
  readonly put: (entry: OutboxEntry) => Promise<void>;
  /** Replaces one entry with several, unless it was removed. */
  readonly replace: (order: number, entries: readonly OutboxEntry[]) => Promise<void>;
  readonly remove: (orders: readonly number[]) => Promise<void>;
  readonly clear: (account: string) => Promise<void>;
  /** Returns the number of entries of all accounts. */
  readonly count: () => Promise<number>;
}

type EntriesDatabase = IDBPDatabase<Schema>;

const openEntries = (onClosed: () => void): Promise<EntriesDatabase> =>
  openDB<Schema>(databaseName, 1, {
    upgrade: (database, oldVersion) => {
      if (oldVersion >= 1) return;
      const entries = database.createObjectStore('entries', { keyPath: 'order', autoIncrement: true });
      entries.createIndex('account', 'account');
      entries.createIndex('id', 'id', { unique: true });
    },
    // Closes the database so that a newer version in another tab is not blocked.
    blocking: (_current, _blocked, { target }) => (target as IDBDatabase).close(),
    terminated: onClosed,
  });

export async function openStorage(): Promise<OutboxStorage> {
  let opened: Promise<EntriesDatabase> | null = null;
  /** Reopens the database after the browser closed it, as it does with background apps on phones. */
  const database = (): Promise<EntriesDatabase> => {
    const forget = (): void => void (opened = null);
    opened ??= openEntries(forget).catch((error: unknown) => {
      forget();
      throw error;
    });
    return opened;
  };
  const write = async () => (await database()).transaction('entries', 'readwrite', { durability: 'strict' });
  await database();
  return {
    list: async (account) => (await database()).getAllFromIndex('entries', 'account', account),
    add: async (entry) => {
      const tx = await write();
      // IndexedDB's key generator assigns the order.
      await tx.store.add(entry as OutboxEntry);
      await tx.done;
    },
    put: async (entry) => {
      const tx = await write();
      if ((await tx.store.getKey(entry.order)) !== undefined) await tx.store.put(entry);
      await tx.done;
    },
    replace: async (order, entries) => {
      const tx = await write();
      if ((await tx.store.getKey(order)) !== undefined) {
        await tx.store.delete(order);
        await Promise.all(entries.map((entry) => tx.store.put(entry)));
      }
      await tx.done;
    },
    remove: async (orders) => {
      const tx = await write();
      await Promise.all(orders.map((order) => tx.store.delete(order)));
      await tx.done;
    },
    clear: async (account) => {
      const tx = await write();
      const orders = await tx.store.index('account').getAllKeys(account);
      await Promise.all(orders.map((order) => tx.store.delete(order)));
      await tx.done;
    },
    count: async () => (await database()).count('entries'),
  };
}

// Separate from the flag, which is in the initial bundle, and from the outbox, which is loaded on demand.
let sentAt = 0;

/** Returns when this tab last sent or discarded entries, in milliseconds; 0 if it has not. */
export const lastSent = (): number => sentAt;
export const markSent = (): void => {
  sentAt = Date.now();
};
