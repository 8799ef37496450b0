import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { NewEntry, OutboxEntry } from '@/lib/outbox/entry';

interface Schema extends DBSchema {
  entries: { key: number; value: OutboxEntry; indexes: { account: string; id: string } };
}

const databaseName = 'markwell-outbox';

/** The entries of all accounts on this device. */
export interface OutboxStorage {
  /** Of one account, in the order in which they are to be sent. */
  readonly list: (account: string) => Promise<OutboxEntry[]>;
  /** Resolves once the entry is on the disk. */
  readonly add: (entry: NewEntry) => Promise<void>;
  /** Replaces an entry; one that was removed meanwhile stays removed. */
  readonly put: (entry: OutboxEntry) => Promise<void>;
  /** Puts entries in the place of one, unless that was removed meanwhile. */
  readonly replace: (order: number, entries: readonly OutboxEntry[]) => Promise<void>;
  readonly remove: (orders: readonly number[]) => Promise<void>;
  readonly clear: (account: string) => Promise<void>;
  /** Entries of all accounts. */
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
    // A newer version in another tab does not wait for this one.
    blocking: (_current, _blocked, { target }) => (target as IDBDatabase).close(),
    terminated: onClosed,
  });

export async function openStorage(): Promise<OutboxStorage> {
  let opened: Promise<EntriesDatabase> | null = null;
  /** Opened again after the browser has closed it, as it does in an app that was in the background on a phone. */
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
      // The key generator of the database fills in the order.
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

// Apart from the flag, which is in the first load, and from the outbox, which is loaded only where it is used.
let sentAt = 0;

/** When this tab has sent or discarded entries last, in milliseconds; 0 where it has not. */
export const lastSent = (): number => sentAt;
export const markSent = (): void => {
  sentAt = Date.now();
};
