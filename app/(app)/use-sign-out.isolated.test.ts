import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveOfflineLibrary } from '@/lib/offline/offline-store';
import { sampleLibrary } from '@/lib/offline/testing/sample-library';

const client = new QueryClient();
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<object>()),
  useQueryClient: () => client,
}));
vi.mock('next-intl', () => ({ useTranslations: () => (key: string) => key }));
const { useSignOut } = await import('@/app/(app)/use-sign-out');

const page = { protocol: 'https:', visited: '', cookie: '', requests: [] as string[] };

beforeEach(async () => {
  Object.assign(page, { protocol: 'https:', visited: '', cookie: '', requests: [] });
  const location = { protocol: page.protocol, assign: (path: string) => (page.visited = path) };
  const stored = new Map([['recentSearches.ada', '["trains"]']]);
  const localStorage: Record<string, unknown> = {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => Reflect.deleteProperty(localStorage, key) && stored.delete(key),
    'recentSearches.ada': '["trains"]',
  };
  vi.stubGlobal('location', location);
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('window', { location, localStorage });
  vi.stubGlobal('document', page);
  client.setQueryData(['account'], { uuid: 'ada' });
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
  await useSignOut()();
  expect(page.requests[0]).toBe('/v1/auth/logout');
  expect(page.cookie).toBe(cookie);
  expect(page.visited).toBe('/signin');
  expect(await indexedDB.databases()).toEqual([]);
  expect(Object.keys(localStorage)).not.toContain('recentSearches.ada');
  expect(client.getQueryData(['account'])).toBeUndefined();
});
