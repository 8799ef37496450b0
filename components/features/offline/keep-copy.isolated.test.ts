import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { MutationObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepCopy } from '@/components/features/offline/keep-copy';
import { announceSessionChange } from '@/lib/api/session';
import { loadOfflineLibrary } from '@/lib/offline/offline-store';
import { sampleLibrary, sampleSpace } from '@/lib/offline/testing/sample-library';
import { flagName } from '@/lib/outbox/flag';
import { markSent } from '@/lib/outbox/storage';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { sampleBookmark, samplePagination } from '@/lib/api/testing/samples';

const { account, expires } = sampleLibrary('ada');
const ending = new AbortController();
let titles = ['First'];
let requests: [path: string, space: string | null][] = [];

/** The change feed has every bookmark of the first space again. */
const changes = () => ({
  content: titles.map((title) => ({ uuid: title, space: 'home', bookmark: sampleBookmark(title) })),
  next: '1',
  hasMore: false,
});

function answer(path: string): object {
  const [endpoint = ''] = path.split('?');
  const replies: Record<string, object> = {
    '/session': { session: { expires } },
    '/v1/spaces/list': { content: [sampleSpace('home').space, sampleSpace('work').space] },
    '/v1/bookmarks/changes': changes(),
    '/v1/bookmarks/list': {
      content: titles.map((title) => sampleBookmark(title)),
      pagination: samplePagination(titles.length),
    },
  };
  return (
    replies[endpoint] ??
    (endpoint.startsWith('/v1/account') ? account : { content: [], pagination: samplePagination(0) })
  );
}

const client = makeQueryClient((async () => account) as unknown as Transport);
let fails = false;
let failed = 0;
const storage = new Map<string, string>();
const consentTo = (localStorage: boolean) => {
  storage.set('consent', JSON.stringify({ hasConsented: true, version: '1.0', localStorage }));
  window.dispatchEvent(new Event('storage'));
};
const copiedTitles = async () =>
  (await loadOfflineLibrary())?.spaces[0]?.bookmarks.map(({ title }) => title) ?? null;

/** Storage takes as long as the machine needs. */
const untilCopied = (expected: readonly string[]) =>
  vi.waitFor(async () => expect(await copiedTitles()).toEqual(expected), { timeout: 60_000 });

/**
 * Advances the timers, and lets a copy that starts then read the stored data, which it does before its first
 * request.
 */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await copiedTitles();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('indexedDB', new IDBFactory());
  const window = Object.assign(new EventTarget(), {
    localStorage: { getItem: (name: string) => storage.get(name) ?? null },
  });
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('navigator', {
    serviceWorker: { controller: {} },
    locks: { request: (_name: string, _options: object, run: () => unknown) => run() },
  });
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (fails) {
      failed += 1;
      return Promise.reject(new TypeError('the network failed'));
    }
    requests.push([path, new Headers(init?.headers).get('space-id')]);
    return Promise.resolve(Response.json(answer(path)));
  });
});

afterEach(() => {
  ending.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// Guarantee: nothing of the library is stored on a device whose owner has not consented to it.
test('copies only with consent, again after a change or a failure, and no more after the session has ended', async () => {
  await keepCopy(client, ending.signal);
  await pass(60_000);
  expect(requests).toEqual([]);
  consentTo(false);
  await pass(60_000);
  expect(requests).toEqual([]);

  consentTo(true);
  await vi.advanceTimersByTimeAsync(1);
  await untilCopied(['First']);
  const lists = requests.filter(([path]) => path.startsWith('/v1/bookmarks/list'));
  expect(lists.map(([, space]) => space)).toEqual(['home', 'work']);

  titles = ['Second', 'First'];
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(60_000);
  expect(await copiedTitles()).toEqual(['First']);
  await new MutationObserver(client, { mutationFn: () => Promise.resolve(null) }).mutate();
  await vi.advanceTimersByTimeAsync(5_000);
  await untilCopied(['Second', 'First']);

  // Queued changes were sent: the last of them just after the flag was removed.
  titles = ['Sent', 'First'];
  window.dispatchEvent(Object.assign(new Event('storage'), { key: flagName }));
  markSent();
  await vi.advanceTimersByTimeAsync(5_000);
  await untilCopied(['Sent', 'First']);

  titles = ['Again', 'First'];
  fails = true;
  await new MutationObserver(client, { mutationFn: () => Promise.resolve(null) }).mutate();
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(failed).toBeGreaterThan(0), { timeout: 60_000 });
  fails = false;
  await pass(20_000);
  await untilCopied(['Again', 'First']);

  titles = ['Third'];
  announceSessionChange();
  requests = [];
  await new MutationObserver(client, { mutationFn: () => Promise.resolve(null) }).mutate();
  consentTo(true);
  await pass(600_000);
  expect(requests).toEqual([]);
});
