import { afterEach, expect, test, vi } from 'vitest';
import { DELETE } from './route';
import { clearBrowserCache } from '@/lib/api/session';

afterEach(() => vi.unstubAllGlobals());

test('only the cache is cleared, by a request that outlives the page', () => {
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    requests.push([path, init]);
    return Promise.reject(new TypeError('offline'));
  });
  clearBrowserCache();
  expect(requests).toEqual([['/session/cache', { method: 'DELETE', keepalive: true }]]);
  const response = DELETE();
  expect(response.status).toBe(204);
  expect(response.headers.get('clear-site-data')).toBe('"cache"');
});
