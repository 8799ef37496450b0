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

/** What this device knows of one space. Encrypted bookmarks are envelopes, as the service sends them. */
export interface OfflineSpace {
  readonly space: Space;
  readonly collections: readonly Collection[];
  /** The newest first, without those in the trash. */
  readonly bookmarks: readonly Bookmark[];
  /** All bookmarks of the space, also those that are not in the copy. */
  readonly total: number;
}

/** The library of an account, as it was when it was copied. */
export interface OfflineLibrary {
  readonly account: Pick<Account, 'uuid' | 'preferences'>;
  /** End of the session that it was read with: later the copy is not shown any more. ISO 8601. */
  readonly expires: string;
  /** When copying began, in milliseconds. */
  readonly copiedAt: number;
  readonly keys: readonly EncryptionKey[];
  readonly spaces: readonly OfflineSpace[];
}

interface Schema extends DBSchema {
  clients: { key: string; value: PersistedClient };
}

/** Raise it when the stored form changes: a copy in another form is deleted. */
const form = '1';
const maxAgeMs = 30 * 86_400_000;

const summaryKey = ['offline'];
const spaceKey = (uuid: string) => ['offline', uuid];
type Summary = Omit<OfflineLibrary, 'spaces'> & { readonly spaces: readonly string[] };

type Database = Awaited<ReturnType<typeof openDB<Schema>>>;

/** Runs `work` on the database and closes it; it is closed earlier where it is to be deleted. */
async function withDatabase<T>(
  absent: 'create' | 'fail',
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDB<Schema>(offlineDatabase, 1, {
    upgrade: (created, _from, _to, transaction) => {
      created.createObjectStore('clients');
      if (absent === 'create') return;
      // Without it, reading would leave an empty database behind.
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

/** The database holds one record, under the account's uuid: writing it removes that of any other account. */
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
      buster: form,
    }),
  );
}

/**
 * The copy on this device: of `account`, or without one of the account that was signed in last. Null where there is none,
 * or where it is too old.
 */
export async function loadOfflineLibrary(account?: string): Promise<OfflineLibrary | null> {
  const queryClient = makeClient();
  const reading = withDatabase('fail', async (database) => {
    const [owner] = await database.getAllKeys('clients');
    if (owner === undefined || (account ?? owner) !== owner) return;
    await persistQueryClientRestore({
      queryClient,
      persister: persisterOf(database, owner),
      buster: form,
      maxAge: maxAgeMs,
    });
  });
  // Rejected where there is no database, or where it is deleted meanwhile.
  await reading.catch(() => queryClient.clear());
  const summary = queryClient.getQueryData<Summary>(summaryKey);
  if (summary === undefined || Date.parse(summary.expires) < Date.now()) return null;
  const spaces = summary.spaces.flatMap(
    (uuid) => queryClient.getQueryData<OfflineSpace>(spaceKey(uuid)) ?? [],
  );
  return { ...summary, spaces };
}
