import { expect, test, vi } from 'vitest';
import { ApiProblem } from '@/lib/api/problem';
import { buildRequest } from '@/lib/api/call';
import { call, createCall, send, setShownSpace } from '@/lib/api/call';
import { endsSession } from '@/lib/api/session';

const answering = (response: Response) => createCall(() => Promise.resolve(response));

test('fills the path, serializes the query and omits absent values', () => {
  const { path, init } = buildRequest('bookmarks.delete', {
    params: { uuid: '../x y' },
    query: { permanent: true, other: undefined },
  });
  expect([path, init.method, init.body]).toEqual([
    '/v1/bookmarks/..%2Fx%20y/delete?permanent=true',
    'DELETE',
    undefined,
  ]);
});

test('sends a body as JSON', () => {
  const { init } = buildRequest('bookmarks.favorite', { params: { uuid: 'a' }, body: { favorite: true } });
  expect(init).toMatchObject({ body: '{"favorite":true}', headers: { 'content-type': 'application/json' } });
});

test('sends bytes unchanged', () => {
  const body = new Blob(['picture'], { type: 'image/png' });
  const { init } = buildRequest('account.updateAvatar', { body });
  expect(init).toEqual({ method: 'PUT', body });
});

test('a missing path parameter throws', () => {
  expect(() => buildRequest('bookmarks.visit', {})).toThrow(TypeError);
});

test('a response without content is an empty object', async () => {
  expect(await answering(new Response(null, { status: 204 }))('auth.logout', {})).toEqual({});
});

test('a problem has its code, message, field errors and data', async () => {
  const body = {
    status: 409,
    code: 'ALREADY_EXISTS',
    message: 'Saved already.',
    errors: [],
    bookmark: { uuid: 'b' },
  };
  const refused = answering(Response.json(body, { status: 409 }))('account.get', {});
  await expect(refused).rejects.toThrow(ApiProblem);
  await expect(refused).rejects.toMatchObject({
    status: 409,
    code: 'ALREADY_EXISTS',
    message: 'Saved already.',
    extra: { bookmark: { uuid: 'b' } },
  });
});

test('an error page of an intermediary is an unknown problem', async () => {
  const refused = answering(new Response('<html>', { status: 502 }))('account.get', {});
  await expect(refused).rejects.toMatchObject({ status: 502, code: 'UNKNOWN' });
});

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
