import {
  persistQueryClientRestore,
  persistQueryClientSave,
  type PersistedClient,
  type Persister,
} from '@tanstack/query-persist-client-core';
import { QueryClient } from '@tanstack/react-query';
import { openDB, type DBSchema } from 'idb';
import type { Account } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Collection } from '@/lib/contract/collections';
import type { EncryptionKey } from '@/lib/contract/encryption';
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
  readonly keys: readonly EncryptionKey[];
  readonly spaces: readonly OfflineSpace[];
}

interface Schema extends DBSchema {
  clients: { key: string; value: PersistedClient };
}

/** Version of the stored format. Increment it when the format changes: copies in another format are deleted. */
const formatVersion = '1';
const maxAgeMs = 30 * 86_400_000;

const summaryKey = ['offline'];
const spaceKey = (uuid: string) => ['offline', uuid];
type Summary = Omit<OfflineLibrary, 'spaces'> & { readonly spaces: readonly string[] };

type Database = Awaited<ReturnType<typeof openDB<Schema>>>;

/** Runs `work` on the database and closes it; closes it earlier if the database is being deleted. */
async function withDatabase<T>(
  absent: 'create' | 'fail',
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDB<Schema>(offlineDatabase, 1, {
    upgrade: (created, _from, _to, transaction) => {
      created.createObjectStore('clients');
      if (absent === 'create') return;
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

/** The database has one record, keyed by the account's uuid: writing it removes that of any other account. */
const persisterOf = (database: Database, account: string): Persister => ({
  persistClient: async (client) => {
    const { store, done } = database.transaction('clients', 'readwrite');
    await Promise.all([store.clear(), store.put(client, account), done]);
  },
  restoreClient: () => database.get('clients', account),
  removeClient: () => database.clear('clients'),
});

const makeClient = () => new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });

/** Replaces the copy on this device. */
export async function saveOfflineLibrary({ spaces, ...library }: OfflineLibrary): Promise<void> {
  const queryClient = makeClient();
  const summary: Summary = { ...library, spaces: spaces.map(({ space }) => space.uuid) };
  queryClient.setQueryData(summaryKey, summary);
  for (const one of spaces) queryClient.setQueryData(spaceKey(one.space.uuid), one);
  await withDatabase('create', (database) =>
    persistQueryClientSave({
      queryClient,
      persister: persisterOf(database, library.account.uuid),
      buster: formatVersion,
    }),
  );
}

/**
 * Loads the copy on this device: of `account` or, without it, of the account that signed in last. Null if there is
 * none, or if it has expired.
 */
export async function loadOfflineLibrary(account?: string): Promise<OfflineLibrary | null> {
  const queryClient = makeClient();
  const reading = withDatabase('fail', async (database) => {
    const [owner] = await database.getAllKeys('clients');
    if (owner === undefined || (account ?? owner) !== owner) return;
    await persistQueryClientRestore({
      queryClient,
      persister: persisterOf(database, owner),
      buster: formatVersion,
      maxAge: maxAgeMs,
    });
  });
  // Rejects if there is no database, or if it is deleted during the read.
  await reading.catch(() => queryClient.clear());
  const summary = queryClient.getQueryData<Summary>(summaryKey);
  if (summary === undefined || Date.parse(summary.expires) < Date.now()) return null;
  const spaces = summary.spaces.flatMap(
    (uuid) => queryClient.getQueryData<OfflineSpace>(spaceKey(uuid)) ?? [],
  );
  return { ...summary, spaces };
}
