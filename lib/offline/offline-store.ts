import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Account } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Collection } from '@/lib/contract/collections';
import type { EncryptionKey } from '@/lib/contract/encryption';
import type { Highlight } from '@/lib/contract/highlights';
import type { Space } from '@/lib/contract/spaces';
import { offlineDatabase } from '@/lib/offline/erase';

/** Copy of one space. Encrypted bookmarks contain their envelopes, as sent by the service. */
export interface OfflineSpace {
  readonly space: Space;
  readonly collections: readonly Collection[];
  /** Newest first, without the trash. */
  readonly bookmarks: readonly Bookmark[];
  /** Number of bookmarks in the space, including those that are not copied. */
  readonly total: number;
}

/** Copy of an account's library. */
export interface OfflineLibrary {
  readonly account: Pick<Account, 'uuid' | 'preferences'>;
  /** Expiry of the session that created it, ISO 8601; the copy is not shown afterwards. */
  readonly expires: string;
  /** Start time of the copy, in milliseconds. */
  readonly copiedAt: number;
  /** Start time of the last copy that read all bookmarks, in milliseconds. */
  readonly renewedAt: number;
  /** Position in the change feed of the service. */
  readonly cursor: string;
  readonly keys: readonly EncryptionKey[];
  readonly spaces: readonly OfflineSpace[];
}

interface StoredCopy {
  /** When it was stored, in milliseconds. */
  readonly storedAt: number;
  readonly library: OfflineLibrary;
}

/** A text for reading. */
export interface ReadableText {
  readonly html: string;
  readonly byline: string;
  /** BCP 47 tag; null if it is not known. */
  readonly language: string | null;
  readonly minutes: number;
  /** When its saved copy was made, ISO 8601; null without one. */
  readonly copiedAt: string | null;
}

/** The text of a bookmark that was opened in the reader, and its annotations. */
export interface OfflineText {
  readonly text: ReadableText;
  readonly annotations: readonly Highlight[];
  /** By the addresses that the text has for them. */
  readonly pictures: ReadonlyMap<string, Blob>;
}

interface StoredText extends OfflineText {
  /** When it was opened last, in milliseconds. */
  readonly openedAt: number;
  /** In characters of the texts, and bytes of the pictures. */
  readonly size: number;
}

interface Schema extends DBSchema {
  /** One record, keyed by the account's uuid. */
  copies: { key: string; value: StoredCopy };
  /** Keyed by the bookmark's uuid. */
  texts: { key: string; value: StoredText; indexes: { opened: [openedAt: number, size: number] } };
}

/** Increment it when the stored format changes: a copy in another format is deleted. */
const formatVersion = 6;
const maxAgeMs = 30 * 86_400_000;

type Database = IDBPDatabase<Schema>;

/** Runs `work` on the database and closes it; closes it earlier if the database is being deleted. */
export async function withDatabase<T>(
  absent: 'create' | 'fail',
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDB<Schema>(offlineDatabase, formatVersion, {
    upgrade: (upgraded, from, _to, transaction) => {
      for (const name of upgraded.objectStoreNames) upgraded.deleteObjectStore(name);
      upgraded.createObjectStore('copies');
      upgraded.createObjectStore('texts').createIndex('opened', ['openedAt', 'size']);
      if (from > 0 || absent === 'create') return;
      // Aborts the creation; otherwise a read would create an empty database.
      transaction.done.catch(() => undefined);
      transaction.abort();
    },
    blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/**
 * Replaces the copy on this device, also that of another account. The texts of bookmarks that are not readable in it,
 * because they were deleted or encrypted, are deleted.
 */
export async function saveOfflineLibrary(library: OfflineLibrary): Promise<void> {
  await withDatabase('create', async (database) => {
    const transaction = database.transaction(['copies', 'texts'], 'readwrite');
    const [copies, texts] = [transaction.objectStore('copies'), transaction.objectStore('texts')];
    const copy: StoredCopy = { storedAt: Date.now(), library };
    await Promise.all([copies.clear(), copies.put(copy, library.account.uuid)]);
    const readable = readableIn(library);
    for (const uuid of await texts.getAllKeys()) if (!readable.has(uuid)) await texts.delete(uuid);
    await transaction.done;
  });
}

/**
 * Deletes the plaintext of bookmarks from the copy on this device, with their texts; the next copy contains them as
 * they are then. Rows that are encrypted in the copy remain: a copy that was made meanwhile is not read again soon.
 */
export async function deleteFromOfflineCopy(uuids: ReadonlySet<string>): Promise<void> {
  await withDatabase('fail', async (database) => {
    const transaction = database.transaction(['copies', 'texts'], 'readwrite');
    const [copies, texts] = [transaction.objectStore('copies'), transaction.objectStore('texts')];
    for (const uuid of uuids) void texts.delete(uuid);
    for (const account of await copies.getAllKeys()) {
      const copy = await copies.get(account);
      if (copy) await copies.put({ ...copy, library: withoutPlain(copy.library, uuids) }, account);
    }
    await transaction.done;
  });
}

const withoutPlain = (library: OfflineLibrary, uuids: ReadonlySet<string>): OfflineLibrary => ({
  ...library,
  spaces: library.spaces.map((space) => {
    const bookmarks = space.bookmarks.filter(({ uuid, encrypted }) => encrypted || !uuids.has(uuid));
    return { ...space, bookmarks, total: space.total - (space.bookmarks.length - bookmarks.length) };
  }),
});

/** Returns the bookmarks of a copy that are not encrypted. */
export const readableIn = ({ spaces }: OfflineLibrary): ReadonlySet<string> =>
  new Set(
    spaces.flatMap(({ bookmarks }) => bookmarks.flatMap(({ uuid, encrypted }) => (encrypted ? [] : [uuid]))),
  );

/**
 * Loads the copy on this device: of `account` or, without it, of the account that signed in last. Null if there is
 * none, or if its session has expired. A copy that is older than 30 days is deleted.
 */
export async function loadOfflineLibrary(account?: string): Promise<OfflineLibrary | null> {
  const reading = withDatabase('fail', async (database) => {
    const [owner] = await database.getAllKeys('copies');
    if (owner === undefined || (account ?? owner) !== owner) return null;
    const copy = await database.get('copies', owner);
    if (copy && Date.now() - copy.storedAt <= maxAgeMs) return copy.library;
    await Promise.all([database.clear('copies'), database.clear('texts')]);
    return null;
  });
  // Rejects if there is no database, or if it is deleted during the read.
  const library = await reading.catch(() => null);
  return library && Date.parse(library.expires) >= Date.now() ? library : null;
}
