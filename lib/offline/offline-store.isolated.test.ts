import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { createKeyring } from '@/lib/crypto/keyring';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Collection } from '@/lib/contract/collections';
import { copyLibrary, mostBookmarks, type LibrarySource } from '@/lib/offline/copy-library';
import { eraseOfflineCopy, offlineDatabase } from '@/lib/offline/erase';
import { deleteFromOfflineCopy, loadOfflineLibrary, saveOfflineLibrary } from '@/lib/offline/offline-store';
import { createOfflineVault } from '@/lib/offline/offline-vault';
import { indexSpaces, searchSpaces } from '@/lib/offline/search-library';
import { sampleLibrary, sampleSpace } from '@/lib/offline/testing/sample-library';
import { sampleBookmark, sampleCollection, samplePagination } from '@/lib/api/testing/samples';
import type { Transport } from '@/lib/api/query-client';
import { keyOf } from '@/lib/vault/decrypt-text';
import { decryptedTexts, decryptedRow } from '@/lib/vault/decrypted';
import { account, encryptedRows } from '@/lib/vault/testing/local-vault';
import { startLocalWorker } from '@/lib/vault/testing/local-worker';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

const { signal } = new AbortController();
const pause = () => Promise.resolve();
const guard = () => ({ tellOthers: () => undefined, stop: () => undefined });

/** Returns a fake service with spaces of the given sizes; `as` is the account of its session. */
function serve(counts: Readonly<Record<string, number>>, as = 'ada') {
  const served = {
    as,
    asked: [] as string[],
    changes: [] as { uuid: string; space: string; bookmark: Bookmark | null }[],
    collections: [sampleCollection('default', { isDefault: true })],
    rowsOf: (space: string) => rows(space, counts[space] ?? 0),
  };
  const callIn: LibrarySource['callIn'] = (space = 'current') =>
    ((id: string, { query = {} }: { query?: PageQuery }) => {
      served.asked.push(`${id} ${space}`);
      const replies: Record<string, () => unknown> = {
        'account.get': () => ({ ...sampleLibrary(served.as).account, email: 'ada@example.test' }),
        'spaces.list': () => ({
          content: Object.entries(counts).map(([name, count]) => listed(name, count)),
        }),
        'bookmarks.keys': () => ({ content: [] }),
        'bookmarks.changes': () => ({ content: served.changes, next: '1', hasMore: false }),
        'collections.list': () => page(sorted(served.collections, query), query),
        'bookmarks.list': () => page(served.rowsOf(space), query),
      };
      return Promise.resolve(replies[id]?.());
    }) as Transport;
  return { served, source: { callIn, readExpiry: () => Promise.resolve(sampleLibrary('').expires) } };
}

function listed(name: string, bookmarks: number) {
  const { space } = sampleSpace(name);
  return { ...space, counts: { ...space.counts, bookmarks } };
}

const rows = (space: string, count: number): Bookmark[] =>
  Array.from({ length: count }, (_, age) => sampleBookmark(`${space}-${age}`, { age }));

interface PageQuery {
  readonly sortField?: string;
  readonly sortOrder?: string;
  readonly cursor?: string;
  readonly size?: number;
}

function page<Row>(all: readonly Row[], { cursor = '0', size = 0 }: PageQuery) {
  const from = Number(cursor);
  const next = from + size < all.length ? String(from + size) : null;
  return { content: all.slice(from, from + size), pagination: samplePagination(all.length, { next }) };
}

test('copies every space, page by page, and only the required account fields', async () => {
  const { source } = serve({ home: 450, work: 3 });
  await copyLibrary(source, { account: 'ada', signal, since: 0 });
  const copied = await loadOfflineLibrary();
  expect(copied?.spaces.map(({ space, total, bookmarks }) => [space.name, total, bookmarks.length])).toEqual([
    ['home', 450, 450],
    ['work', 3, 3],
  ]);
  expect(copied?.spaces[1]?.bookmarks[2]?.uuid).toBe('work-2');
  expect(Object.keys(copied?.account ?? {})).toEqual(['uuid', 'preferences']);
});

/** They are served in the order that the account has chosen. */
const sorted = (collections: readonly Collection[], { sortField, sortOrder }: PageQuery) =>
  `${sortField}-${sortOrder}` === sampleLibrary('').account.preferences.collectionSort
    ? collections
    : collections.toReversed();

test('copies all collections of a space, page by page, in the order that the account has chosen', async () => {
  const { source, served } = serve({ home: 1 });
  served.collections = Array.from({ length: 450 }, (_, index) => sampleCollection(`collection ${index}`));
  await copyLibrary(source, { account: 'ada', signal, since: 0 });
  expect((await loadOfflineLibrary())?.spaces[0]?.collections).toEqual(served.collections);
});

test('copies the newest bookmarks of a space that is too large', async () => {
  const { source } = serve({ home: mostBookmarks + 250 });
  await copyLibrary(source, { account: 'ada', signal, since: 0 });
  const [space] = (await loadOfflineLibrary())?.spaces ?? [];
  expect([space?.bookmarks.length, space?.total]).toEqual([mostBookmarks, mostBookmarks + 250]);
});

test('of a space that is too large, a bookmark that is older than the copied ones stays out', async () => {
  const counts = { home: mostBookmarks + 250 };
  const { source, served } = serve(counts);
  await copyLibrary(source, { account: 'ada', signal, since: 0 });
  const old = `home-${mostBookmarks + 5}`;
  const bookmark = sampleBookmark(old, { age: mostBookmarks + 5 });
  served.asked = [];
  served.changes = [{ uuid: old, space: 'home', bookmark }];
  await copyLibrary(source, { account: 'ada', signal, since: Date.now() + 1 });
  expect(served.asked).not.toContain('bookmarks.list home');
  served.changes = [
    { uuid: 'home-0', space: 'home', bookmark: null },
    { uuid: old, space: 'home', bookmark },
  ];
  await copyLibrary(source, { account: 'ada', signal, since: Date.now() + 1 });
  expect(served.asked).toContain('bookmarks.list home');
});

test('a bookmark that was deleted from the copy returns with the next one, and no list is read for it', async () => {
  const { source, served } = serve({ home: 3 });
  await copyLibrary(source, { account: 'ada', signal, since: 0 });
  await deleteFromOfflineCopy(new Set(['home-1']));
  const copied = async () => (await loadOfflineLibrary())?.spaces[0]?.bookmarks ?? [];
  expect((await copied()).map(({ uuid }) => uuid)).toEqual(['home-0', 'home-2']);
  const bookmark = sampleBookmark('home-1', { age: 1, encrypted: true });
  served.changes = [{ uuid: 'home-1', space: 'home', bookmark }];
  served.asked = [];
  await copyLibrary(source, { account: 'ada', signal, since: Date.now() + 1 });
  expect((await copied())[1]).toMatchObject({ uuid: 'home-1', encrypted: true });
  expect(served.asked).not.toContain('bookmarks.list home');
  await deleteFromOfflineCopy(new Set(['home-1']));
  expect(await copied()).toHaveLength(3);
});

test('does not replace a current copy', async () => {
  const { source, served } = serve({ home: 1 });
  await copyLibrary(source, { account: 'ada', signal, since: 0 });
  served.asked = [];
  await copyLibrary(source, { account: 'ada', signal, since: Date.now() - 60_000 });
  expect(served.asked).toEqual([]);
  await copyLibrary(source, { account: 'ada', signal, since: Date.now() + 1 });
  expect(served.asked).not.toEqual([]);
});

// Guarantee: nothing is stored if the session ended, or changed to another account, during the copy.
test('stores nothing if the session ends or changes during the copy', async () => {
  const ending = new AbortController();
  const { source } = serve({ home: 1 });
  const endingSource: LibrarySource = { ...source, readExpiry: () => (ending.abort(), source.readExpiry()) };
  await expect(
    copyLibrary(endingSource, { account: 'ada', signal: ending.signal, since: 0 }),
  ).rejects.toThrow();
  await copyLibrary(serve({ home: 1 }, 'bob').source, { account: 'ada', signal, since: 0 });
  await copyLibrary(
    { ...source, readExpiry: () => Promise.resolve(null) },
    { account: 'ada', signal, since: 0 },
  );
  expect(await loadOfflineLibrary()).toBeNull();
});

test('a copy is loaded for its own account only, and replaced by that of another', async () => {
  await saveOfflineLibrary(sampleLibrary('ada', { spaces: [sampleSpace('home')] }));
  expect((await loadOfflineLibrary('ada'))?.spaces).toHaveLength(1);
  expect(await loadOfflineLibrary('bob')).toBeNull();
  await saveOfflineLibrary(sampleLibrary('bob'));
  expect(await loadOfflineLibrary('ada')).toBeNull();
  expect((await loadOfflineLibrary())?.account.uuid).toBe('bob');
});

test('a copy expires with its session, and is deleted after a month', async () => {
  await saveOfflineLibrary(sampleLibrary('ada', { expires: new Date(Date.now() - 1).toISOString() }));
  expect(await loadOfflineLibrary()).toBeNull();
  await saveOfflineLibrary(sampleLibrary('ada', { expires: '2999-01-01T00:00:00.000Z' }));
  vi.setSystemTime(Date.now() + 31 * 86_400_000);
  expect(await loadOfflineLibrary()).toBeNull();
  vi.useRealTimers();
  expect(await loadOfflineLibrary()).toBeNull();
});

test('deleting the copy removes the database, even during a read, and reading does not create it', async () => {
  await saveOfflineLibrary(sampleLibrary('ada'));
  const names = async () => (await indexedDB.databases()).map(({ name }) => name);
  expect(await names()).toEqual([offlineDatabase]);
  const reading = loadOfflineLibrary();
  await eraseOfflineCopy();
  await reading;
  await loadOfflineLibrary();
  expect(await names()).toEqual([]);
  vi.stubGlobal('indexedDB', undefined);
  await eraseOfflineCopy();
});

test('searches all spaces in one order, and can be restricted to a collection, including a smart one', async () => {
  const trains = sampleCollection('trains', { smart: { query: 'train' } });
  const inWork = [{ uuid: 'work', name: 'Work', color: 'b9411a', icon: null, security: 0 as const }];
  const spaces = [
    sampleSpace('one', {
      collections: [trains],
      bookmarks: [
        sampleBookmark('a', { title: 'Night train', age: 5 }),
        sampleBookmark('b', { title: 'Bread', age: 2 }),
      ],
    }),
    sampleSpace('two', {
      bookmarks: [
        sampleBookmark('c', { title: 'Train to Lisbon', age: 1, favorite: true, collections: inWork }),
      ],
    }),
  ];
  const index = (await indexSpaces(spaces, new Map(), { pause, signal })) ?? [];
  const clock = { now: new Date('2026-02-01'), timeZone: 'UTC' };
  const find = (text: string, collection?: string) =>
    searchSpaces(index, { text, collection, ...clock }).bookmarks.map(({ uuid }) => uuid);
  expect(find('train')).toEqual(['c', 'a']);
  expect(find('trian')).toEqual(['c', 'a']);
  expect(find('train sort:oldest limit:1')).toEqual(['a']);
  expect(find('is:favorite')).toEqual(['c']);
  expect(find('train', 'work')).toEqual(['c']);
  expect(
    searchSpaces(index.slice(0, 1), { text: '', collection: 'trains', ...clock }).bookmarks,
  ).toHaveLength(1);
  expect(searchSpaces(index, { text: 'created:soon', ...clock }).parsed).toBe(false);
});

// Guarantee: the copy contains envelopes, and a key decrypts them without a network.
test('encrypted bookmarks of the copy are found after unlocking, and hidden by locking', async () => {
  const bookmarks = await encryptedRows('the key', [1, 2]);
  const [first] = bookmarks;
  const samples = bookmarks.map(({ uuid, cipher }) => ({ uuid, cipher: cipher ?? '' }));
  const key = keyOf(first?.cipher ?? null) ?? '';
  const keys = [{ key, hint: null, count: 2, createdAt: '2026-01-01T00:00:00.000Z', samples }];
  await saveOfflineLibrary(sampleLibrary(account, { keys, spaces: [sampleSpace('home', { bookmarks })] }));
  const library = await loadOfflineLibrary();
  if (library === null) throw new Error('the copy was saved');
  expect(JSON.stringify(library)).not.toContain('Title 1');

  const vault = createOfflineVault(library, (owner) => createKeyring(owner, startLocalWorker), guard);
  const search = async (text: string) => {
    const index = await indexSpaces(library.spaces, decryptedTexts(), { pause, signal });
    const found = searchSpaces(index ?? [], { text, now: new Date(), timeZone: 'UTC' });
    return found.bookmarks.map((row) => decryptedRow(row).title);
  };
  expect(await vault.unlock('another key')).toBe('wrong');
  expect(await search('title')).toEqual([]);
  expect(await search('is:encrypted')).toEqual([null, null]);
  expect(await vault.unlock('the key')).toBe('unlocked');
  expect(await search('title #two')).toEqual(['Title 1', 'Title 2']);
  vault.lock();
  expect(await search('title')).toEqual([]);
});
