import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Bookmark } from '@/lib/contract/bookmarks';

/** A readable bookmark of the local copy, with the space that contains it. */
export interface LocalBookmark extends Bookmark {
  readonly space: string;
}

interface StoredBookmark extends LocalBookmark {
  /** Salted hash of its address, see `saved-marks.ts`. */
  readonly mark: string;
}

/** What the copy contains. */
export interface CopyState {
  readonly account: string;
  readonly origin: string;
  /** Position in the change feed; null while the copy is incomplete. */
  readonly cursor: string | null;
  /** When it was last compared with the server, in milliseconds. */
  readonly syncedAt: number;
  /** Grows with every change, so that other contexts notice it. */
  readonly version: number;
  /** Random text of this copy, for the marks. */
  readonly salt: string;
}

interface Schema extends DBSchema {
  bookmarks: { key: string; value: StoredBookmark; indexes: { mark: string } };
  state: { key: 'copy'; value: CopyState };
}

const databaseName = 'library';
let opened: Promise<IDBPDatabase<Schema>> | null = null;

/** Opens the database; again after the browser closed it, or after the copy was deleted. */
function database(): Promise<IDBPDatabase<Schema>> {
  const forget = (): void => void (opened = null);
  opened ??= openDB<Schema>(databaseName, 1, {
    upgrade: (created) => {
      created.createObjectStore('bookmarks', { keyPath: 'uuid' }).createIndex('mark', 'mark');
      created.createObjectStore('state');
    },
    blocking: (_current, _wanted, { target }) => {
      forget();
      (target as IDBDatabase).close();
    },
    terminated: forget,
  }).catch((error: unknown) => {
    forget();
    throw error;
  });
  return opened;
}

export const readState = async (): Promise<CopyState | null> =>
  (await (await database()).get('state', 'copy')) ?? null;

/** Deletes all bookmarks and begins a copy of another account or server. */
export async function beginCopy(state: CopyState): Promise<void> {
  const tx = (await database()).transaction(['bookmarks', 'state'], 'readwrite');
  await Promise.all([
    tx.objectStore('bookmarks').clear(),
    tx.objectStore('state').put(state, 'copy'),
    tx.done,
  ]);
}

/** Stores and deletes bookmarks together with the new state. */
export async function writeChanges(
  changes: { readonly put: readonly StoredBookmark[]; readonly deleted: readonly string[] },
  state: CopyState,
): Promise<void> {
  const tx = (await database()).transaction(['bookmarks', 'state'], 'readwrite');
  const bookmarks = tx.objectStore('bookmarks');
  await Promise.all([
    ...changes.put.map((row) => bookmarks.put(row)),
    ...changes.deleted.map((uuid) => bookmarks.delete(uuid)),
    tx.objectStore('state').put(state, 'copy'),
    tx.done,
  ]);
}

export const readAll = async (): Promise<LocalBookmark[]> => (await database()).getAll('bookmarks');

export const readUuids = async (): Promise<string[]> => (await database()).getAllKeys('bookmarks');

export const readByMark = async (mark: string): Promise<LocalBookmark[]> =>
  (await database()).getAllFromIndex('bookmarks', 'mark', mark);

/** Deletes the copy of this device. */
export async function eraseCopy(): Promise<void> {
  const tx = (await database()).transaction(['bookmarks', 'state'], 'readwrite');
  await Promise.all([tx.objectStore('bookmarks').clear(), tx.objectStore('state').clear(), tx.done]);
}
