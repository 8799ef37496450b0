import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as OnDemand from '@/components/common/on-demand';
import { rememberTyped } from '@/components/features/auth/typed-text';
import { saveOfflineLibrary } from '@/lib/offline/offline-store';
import { accountQueries } from '@/lib/api/account';
import { NetworkFailure } from '@/lib/api/problem';
import type { Account } from '@/lib/contract/account';
import { openStorage } from '@/lib/outbox/storage';
import { sampleLibrary } from '@/lib/offline/testing/sample-library';

const client = new QueryClient();
const accountKey = accountQueries.current().queryKey;
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<object>()),
  useQueryClient: () => client,
}));
vi.mock('next-intl', () => ({ useTranslations: () => (key: string) => key }));
/** Modules whose state lasts until the page is left. */
const loadPage = async () => ({
  ...(await import('@/app/(app)/use-sign-out')),
  ...(await import('@/lib/outbox/store-write')),
  ...(await import('@/components/common/notify')),
});

/** Typed into a guest form of this tab, before another tab signed in. */
const typed = new Map<string, string>();
const page = { protocol: 'https:', visited: '', cookie: '', requests: [] as string[] };

beforeEach(async () => {
  vi.resetModules();
  Object.assign(page, { protocol: 'https:', visited: '', cookie: '', requests: [] });
  const location = { protocol: page.protocol, assign: (path: string) => (page.visited = path) };
  const stored = new Map([['recentSearches.ada', '["trains"]']]);
  const localStorage: Record<string, unknown> = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => Reflect.deleteProperty(localStorage, key) && stored.delete(key),
    'recentSearches.ada': '["trains"]',
  };
  vi.stubGlobal('location', location);
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => typed.get(key) ?? null,
    setItem: (key: string, text: string) => typed.set(key, text),
    removeItem: (key: string) => typed.delete(key),
  });
  rememberTyped('email', 'ada@example.test');
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location, localStorage }));
  vi.stubGlobal('document', Object.assign(page, { addEventListener: () => undefined }));
  client.setQueryData(accountKey, { uuid: 'ada' } as Account);
  await saveOfflineLibrary(sampleLibrary('ada'));
});
afterEach(() => vi.unstubAllGlobals());

const mark = '__Host-markwell-signed-out=1; path=/; max-age=31536000; samesite=lax; secure';

// Guarantee: signing out erases the account's data on this device, whether or not the server can be reached.
test.each([
  ['with a network', () => Promise.resolve(new Response(null, { status: 204 })), ''],
  ['when a proxy answers, and marks it', () => Promise.resolve(new Response(null, { status: 502 })), mark],
  ['without a network, and marks it', () => Promise.reject(new TypeError('Failed to fetch')), mark],
])('signing out erases the account from this device %s', async (_case, answer, cookie) => {
  vi.stubGlobal('fetch', (path: string) => {
    page.requests.push(path);
    return answer();
  });
  const { useSignOut } = await loadPage();
  await useSignOut()();
  expect(page.requests[0]).toBe('/v1/auth/logout');
  expect(page.cookie).toBe(cookie);
  expect(page.visited).toBe('/signin');
  expect(await indexedDB.databases()).toEqual([]);
  expect(Object.keys(localStorage)).not.toContain('recentSearches.ada');
  expect([...typed]).toEqual([]);
  expect(client.getQueryData(accountKey)).toBeUndefined();
});

/** Stores a new bookmark, as after a request that timed out. */
const storeLate = ({ storeWrite }: Awaited<ReturnType<typeof loadPage>>) => {
  const body = { uuid: crypto.randomUUID(), url: 'https://private.example/', title: 'Private' };
  const failure = new NetworkFailure(new DOMException('timed out', 'TimeoutError'));
  const send = () => Promise.reject(failure);
  const key = crypto.randomUUID();
  const write = { client, input: { body }, variables: {}, key, isOffline: false, failure, send };
  return storeWrite('bookmarks.create', write);
};

// Guarantee: a write that was in flight when the user signed out does not stay on the device.
test('signing out erases a write that was stored while the session ended, and no later one is stored', async () => {
  vi.stubGlobal('StorageEvent', Event);
  vi.stubGlobal('navigator', {
    onLine: false,
    locks: { request: (_: string, work: () => unknown) => work() },
  });
  const listed = async () => (await openStorage()).list('ada');
  const modules = await loadPage();
  let stored = 0;
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/v1/auth/logout') return new Response();
    await storeLate(modules);
    stored = (await listed()).length;
    throw new TypeError('Failed to fetch');
  });
  await modules.useSignOut()();
  expect([stored, page.visited]).toEqual([1, '/signin']);
  expect(await listed()).toEqual([]);
  client.setQueryData(accountKey, { uuid: 'ada' } as Account);
  await expect(storeLate(modules)).rejects.toThrow('could not be reached');
  expect(await listed()).toEqual([]);
});

// Guarantee: if a script cannot be loaded, the action can be tried again, and the page may be reloaded.
test('signing out whose code cannot be loaded is reported, and can be tried again', async () => {
  const failure = Object.assign(new Error('Loading chunk 1 failed.'), { name: 'ChunkLoadError' });
  const reportError = vi.fn();
  vi.stubGlobal('reportError', reportError);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })));
  // An error thrown by a mocked module would be wrapped.
  let hasNetwork = false;
  vi.doMock('@/components/common/on-demand', async (original) => {
    const { loadCode } = await original<typeof OnDemand>();
    return {
      loadCode: (code: Promise<unknown>) => loadCode(hasNetwork ? code : Promise.reject(failure)),
    };
  });
  const { useSignOut, takeToasts } = await loadPage();
  await useSignOut()();
  expect(reportError).toHaveBeenCalledExactlyOnceWith(failure);
  const [failed] = takeToasts();
  expect(failed).toMatchObject({ message: 'signOutFailed' });
  expect(page.visited).toBe('');

  hasNetwork = true;
  failed?.retry?.();
  await vi.waitFor(() => expect(page.visited).toBe('/signin'));
});
