import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { sampleLibrary, sampleSpace } from '@/lib/offline/testing/sample-library';
import type { OutboxEntry } from '@/lib/outbox/entry';
import { collectionQueries } from '@/lib/api/collections';
import { sampleBookmark, sampleCollection } from '@/lib/api/testing/samples';
import { tagQueries } from '@/lib/api/tags';

const bookmark = sampleBookmark('a', { tags: 'rail,night' });
const library = sampleLibrary('ada', {
  spaces: [
    sampleSpace('home', {
      bookmarks: [bookmark, sampleBookmark('b', { tags: 'Rail' })],
      collections: [
        sampleCollection('old', { smart: { query: 'created:<2020' } }),
        sampleCollection('boats', { name: 'Boats' }),
        sampleCollection('default', { isDefault: true }),
      ],
    }),
    sampleSpace('work', { collections: [sampleCollection('desk', { isDefault: true })] }),
  ],
});
const params = { uuid: 'a' };

let requests = 0;
beforeEach(() => {
  requests = 0;
  const flags = new Map<string, string>();
  vi.resetModules();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', {
    setItem: (key: string, value: string) => flags.set(key, value),
    removeItem: (key: string) => flags.delete(key),
  });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('StorageEvent', Event);
  // The network is available, so this tests that the page does not use it.
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: { request: (_: string, work: () => unknown) => work() },
  });
  vi.stubGlobal('fetch', () => {
    requests += 1;
    return Promise.reject(new TypeError('Failed to fetch'));
  });
});

/** Returns the clients of the account's offline page, and its outbox. */
async function openPage() {
  const { createOfflineClients, writeOffline } = await import('@/lib/offline/offline-clients');
  const { openOutbox } = await import('@/lib/outbox/browser');
  const clientOf = createOfflineClients(library);
  const outbox = await openOutbox(clientOf('home'), 'ada', { sends: false });
  const stored = () =>
    outbox.getEntries().map(({ operation, space, input }) => ({ operation, space, input }));
  return { clientOf, writeOffline, outbox, stored };
}

test('forms find the collections and tags of a space, and nothing is requested', async () => {
  const { clientOf } = await openPage();
  const home = clientOf('home');
  expect(home.getQueryData(collectionQueries.simplified().queryKey)?.content).toMatchObject([
    { uuid: 'default', isDefault: true, smart: false },
    { uuid: 'boats', name: 'Boats', smart: false },
    { uuid: 'old', smart: true },
  ]);
  expect(home.getQueryData(tagQueries.list().queryKey)?.content).toEqual([
    { name: 'rail', count: 2 },
    { name: 'night', count: 1 },
  ]);
  expect(clientOf('home')).toBe(home);
  expect(requests).toBe(0);
});

test('writes are stored in their space, in order, and not sent from this page', async () => {
  const { clientOf, writeOffline, stored, outbox } = await openPage();
  const home = clientOf('home');
  await writeOffline(home, 'bookmarks.favorite', { params, body: { favorite: true } }, { bookmark });
  const body = { uuids: ['a'], action: 'move' as const, collection: 'boats' };
  await writeOffline(home, 'bookmarks.bulk', { body }, { loaded: [bookmark] });
  await writeOffline(clientOf('work'), 'bookmarks.create', { body: { uuid: 'n', url: 'n.example' } }, {});
  await outbox.send({ isForced: true });
  expect(stored()).toEqual([
    { operation: 'bookmarks.favorite', space: 'home', input: { params, body: { favorite: true } } },
    { operation: 'bookmarks.bulk', space: 'home', input: { body } },
    { operation: 'bookmarks.create', space: 'work', input: { body: { uuid: 'n', url: 'n.example' } } },
  ]);
  expect(outbox.getEntries().every(({ account }) => account === 'ada')).toBe(true);
  expect(requests).toBe(0);
});

test('a write that cannot be stored is rejected', async () => {
  const { clientOf, writeOffline, stored } = await openPage();
  const body = { uuid: 'x', name: 'New', color: 'b9411a' };
  await expect(writeOffline(clientOf('home'), 'collections.create', { body }, {})).rejects.toMatchObject({
    name: 'NetworkFailure',
  });
  expect(stored()).toEqual<OutboxEntry[]>([]);
});

test('another tab of the app is asked to send what is stored', async () => {
  const app = new BroadcastChannel('markwell-outbox');
  const received = new Promise((resolve) => (app.onmessage = ({ data }: MessageEvent) => resolve(data)));
  const { clientOf, writeOffline } = await openPage();
  await writeOffline(clientOf('home'), 'bookmarks.delete', { params }, { bookmark });
  expect(await received).toBe('stored');
  app.close();
});
