import { expect, test, vi } from 'vitest';
import { call, send, setShownSpace } from '@/lib/api/call';
import { createCall } from '@/lib/api/request';
import { endsSession } from '@/lib/api/session';

test.each([
  [401, 'UNAUTHENTICATED', true],
  [403, 'ACCOUNT_SUSPENDED', true],
  [403, 'CROSS_ORIGIN', false],
  [401, 'INVALID_CREDENTIALS', false],
  [404, 'NOT_FOUND', false],
])('%i %s ends the session: %s', (status, code, ends) => {
  expect(endsSession(status, code)).toBe(ends);
});

// Guarantee: a switch of the space in one tab, which changes their common cookie, never redirects a write of another tab.
test('a call of the browser carries the space of the page, unless it names its own', async () => {
  const spaces: unknown[] = [];
  vi.stubGlobal('fetch', (_: string, { headers }: RequestInit) => {
    spaces.push(new Headers(headers).get('space-id'));
    return Promise.resolve(Response.json({}));
  });
  const empty = { body: { action: 'erase' as const, query: { trash: true } } };
  await call('bookmarks.bulk', empty);
  setShownSpace('home');
  await call('bookmarks.bulk', empty);
  await createCall((path, init, options) =>
    send(path, { ...init, headers: { 'space-id': 'work' } }, options),
  )('bookmarks.bulk', empty);
  setShownSpace(undefined);
  vi.unstubAllGlobals();
  expect(spaces).toEqual([null, 'home', 'work']);
});
