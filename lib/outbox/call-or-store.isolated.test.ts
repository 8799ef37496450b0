import 'fake-indexeddb/auto';
import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callOrStore } from '@/lib/outbox/call-or-store';
import { openStorage } from '@/lib/outbox/storage';
import { bookmarkMutations } from '@/lib/api/bookmarks';
import { accountQueries } from '@/lib/api/account';
import { makeQueryClient } from '@/lib/api/query-client';
import { sampleBookmark } from '@/lib/api/testing/samples';

const bookmark = sampleBookmark('a');
const input = { params: { uuid: 'a' }, body: { favorite: true } };
const bulk = { body: { uuids: ['a', 'b'], action: 'delete' as const } };
const allOf = { body: { query: {}, action: 'delete' as const } };
const toCipher = { params: { uuid: 'a' }, body: { encrypted: true, cipher: 'mw1.a' } };
const toCiphers = { body: { items: [{ uuid: 'a', cipher: 'mw1.a', updatedAt: bookmark.updatedAt }] } };
const loaded = [bookmark, sampleBookmark('b')];
const undoOf = (client: QueryClient) => new MutationObserver(client, bookmarkMutations.undo());

/** Stubs the browser globals that the outbox uses; `fetch` returns what the test sets. */
function stubBrowser(fetch: (path: string, init: RequestInit) => Promise<Response>, isSecureContext = true) {
  const stored = new Map<string, string>();
  const requests: (string | null)[] = [];
  vi.stubGlobal('isSecureContext', isSecureContext);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('StorageEvent', Event);
  vi.stubGlobal('navigator', {
    onLine: false,
    locks: { request: (_: string, work: () => unknown) => work() },
  });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    requests.push(new Headers(init.headers).get('idempotency-key'));
    return fetch(path, init);
  });
  const client = makeQueryClient(callOrStore);
  client.setQueryData(accountQueries.current().queryKey, { uuid: 'ada', space: 'home' } as never);
  const variables = { ...input, bookmark };
  return {
    requests,
    favorite: () => callOrStore('bookmarks.favorite', input, { write: { client, variables } }),
    trashTwo: () =>
      callOrStore('bookmarks.bulk', bulk, { write: { client, variables: { ...bulk, loaded } } }),
    trashAll: () =>
      callOrStore('bookmarks.bulk', allOf, { write: { client, variables: { ...allOf, loaded: [] } } }),
    encrypt: [
      () => callOrStore('bookmarks.update', toCipher, { write: { client, variables: { bookmark } } }),
      () =>
        callOrStore('bookmarks.reencrypt', toCiphers, {
          write: { client, variables: { bookmarks: loaded } },
        }),
    ],
    writeCollection: (action: 'create' | 'update' | 'delete' | 'order' | 'merge' | 'move') =>
      callOrStore(`collections.${action}`, { params: { uuid: 'a' }, body: {} } as never, {
        write: { client, variables: {} },
      }),
    undo: (uuid: string) => undoOf(client).mutate({ params: { uuid } }),
  };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const listed = async () => (await openStorage()).list('ada');

test('a write with a response is not stored, and has an idempotency key', async () => {
  const { favorite, requests } = stubBrowser(() => Promise.resolve(Response.json(bookmark)));
  expect(await favorite()).toEqual(bookmark);
  expect(requests).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
  expect(await listed()).toEqual([]);
});

test('a rejected write is not stored', async () => {
  const { favorite } = stubBrowser(() =>
    Promise.resolve(Response.json({ status: 404, code: 'NOT_FOUND', message: '' }, { status: 404 })),
  );
  await expect(favorite()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await listed()).toEqual([]);
});

test('a write without a network is stored with the key of its first attempt, and resolves', async () => {
  const { favorite, requests } = stubBrowser(lost);
  expect(await favorite()).toEqual({ ...bookmark, favorite: true });
  expect(await listed()).toMatchObject([{ id: requests[0], operation: 'bookmarks.favorite', space: 'home' }]);
});

// Guarantee: closing the tab does not lose a write on a stalled connection.
test('a write without a response for 20 seconds is stored with the key of its first attempt', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(20_000);
    return AbortSignal.abort(new DOMException('timed out', 'TimeoutError'));
  });
  const { favorite, requests } = stubBrowser((_, { signal }) =>
    signal?.aborted ? Promise.reject(signal.reason as Error) : new Promise(() => undefined),
  );
  expect(await favorite()).toEqual({ ...bookmark, favorite: true });
  expect(await listed()).toMatchObject([{ id: requests[0], operation: 'bookmarks.favorite' }]);
});

// Guarantee: no write waits forever behind one on a stalled connection.
test('a change to a few bookmarks is stored after 20 seconds, a large one fails after five minutes', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
    AbortSignal.abort(new DOMException(String(ms), 'TimeoutError')),
  );
  const waited: string[] = [];
  const { trashTwo, trashAll } = stubBrowser((_, { signal }) => {
    waited.push(signal?.aborted ? (signal.reason as Error).message : 'forever');
    return signal?.aborted ? Promise.reject(signal.reason as Error) : new Promise(() => undefined);
  });
  expect(await trashTwo()).toMatchObject({ affected: 2 });
  await expect(trashAll()).rejects.toMatchObject({ name: 'NetworkFailure' });
  expect([waited, (await listed()).length]).toEqual([['20000', '300000'], 1]);
});

// Guarantee: a stalled save does not keep the dialogs of collections closed.
test('saving a collection fails after 20 seconds, and its other writes after five minutes', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
    AbortSignal.abort(new DOMException(String(ms), 'TimeoutError')),
  );
  const waited: string[] = [];
  const { writeCollection } = stubBrowser((_, { signal }) => {
    waited.push(signal?.aborted ? (signal.reason as Error).message : 'forever');
    return lost();
  });
  for (const action of ['create', 'update', 'delete', 'order', 'merge', 'move'] as const)
    await expect(writeCollection(action)).rejects.toMatchObject({ name: 'NetworkFailure' });
  expect(waited).toEqual(['20000', '20000', '300000', '300000', '300000', '300000']);
});

// Guarantee: no plaintext of an encrypted bookmark is left in the outbox.
test('a bookmark with a stored change is not encrypted', async () => {
  const { favorite, encrypt, requests } = stubBrowser(lost);
  await favorite();
  for (const write of encrypt) await expect(write()).rejects.toMatchObject({ name: 'ChangeWaiting' });
  expect(requests).toHaveLength(1);
});

test('a stored change to several bookmarks is undone by discarding it', async () => {
  const { trashTwo, undo, requests } = stubBrowser(lost);
  const change = (await trashTwo()).undo ?? '';
  expect([change, (await listed()).map(({ id }) => id)]).toEqual([requests[0], [requests[0]]]);
  expect(await undo(change)).toEqual({ affected: 2 });
  expect(await listed()).toEqual([]);
});

// Guarantee: an undo is not reported as done while the change may have been executed.
test.each([404, 200])(
  'a change that was lost while it was sent is undone only with a response, here %i',
  async (status) => {
    let isBack = false;
    const { trashTwo, undo } = stubBrowser(() => {
      vi.stubGlobal('navigator', { ...navigator, onLine: false });
      return isBack ? Promise.resolve(Response.json({ affected: 2 }, { status })) : lost();
    });
    vi.stubGlobal('navigator', { ...navigator, onLine: true });
    const change = (await trashTwo()).undo ?? '';
    await expect(undo(change)).rejects.toMatchObject({ name: 'NetworkFailure' });
    expect(await listed()).toMatchObject([{ id: change }]);
    isBack = true;
    expect(await undo(change)).toEqual({ affected: 2 });
    expect(await listed()).toEqual([]);
  },
);

test('a stored change to several bookmarks that was sent is undone by its key', async () => {
  let isLost = true;
  const paths: string[] = [];
  const { trashTwo, undo } = stubBrowser((path) => {
    paths.push(path);
    return isLost ? lost() : Promise.resolve(Response.json({ affected: 2, remaining: 0 }));
  });
  const change = (await trashTwo()).undo ?? 'none';
  await (await openStorage()).clear('ada');
  isLost = false;
  expect(await undo(change)).toEqual({ affected: 2 });
  expect(paths.at(-1)).toMatch(`/v1/bookmarks/undo/${change}`);
});

test('without a secure context a write fails as before', async () => {
  const { favorite, requests } = stubBrowser(lost, false);
  await expect(favorite()).rejects.toMatchObject({ name: 'NetworkFailure' });
  expect([requests, await listed()]).toEqual([[null], []]);
});
