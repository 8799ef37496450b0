import { once } from 'node:events';
import http from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '../fixtures/test';

interface RawRequest {
  path: string;
  method?: string;
  headers?: http.OutgoingHttpHeaders;
  body?: string;
  agent?: http.Agent;
}

/** Sends a request unchanged: `fetch` normalizes paths and hosts, and decompresses. */
async function send(baseURL: string | undefined, { body, ...options }: RawRequest) {
  const { hostname, port } = new URL(baseURL ?? '');
  const request = http.request({ hostname, port, ...options });
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };

test('compresses large responses of reads and of exports, and leaves HEAD alone', async ({
  api,
  context,
  baseURL,
  useFreshAccount,
}) => {
  await useFreshAccount();
  for (let number = 0; number < 40; number += 1) {
    await api.call('bookmarks.create', {
      body: { url: `https://example.com/${number}`, title: `Bookmark ${number}` },
    });
  }
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'accept-encoding': 'gzip' };
  const list = await send(baseURL, { path: '/v1/bookmarks/list?size=40', headers });
  expect(list.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(list.body).toString())).toMatchObject({ pagination: { total: 40 } });
  const page = await send(baseURL, { path: '/', headers });
  expect(page.headers['content-encoding']).toBe('gzip');
  const exported = await send(baseURL, { path: '/v1/bookmarks/export?format=json', headers });
  expect(exported.headers['content-encoding']).toBe('gzip');
  const plain = await send(baseURL, { path: '/v1/bookmarks/list?size=40', headers: { cookie } });
  expect(plain.headers['content-encoding']).toBeUndefined();
  const head = await send(baseURL, { path: '/v1/health', method: 'HEAD', headers });
  expect([head.status, head.body.length]).toEqual([200, 0]);
});

test('compresses an export that is requested by POST', async ({ api, context, baseURL }) => {
  const uuids: string[] = [];
  for (let number = 0; number < 20; number += 1) {
    const body = { url: `https://example.com/posted/${number}`, title: `Posted ${number}`, force: true };
    uuids.push((await api.call('bookmarks.create', { body })).uuid);
  }
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const response = await send(baseURL, {
    path: '/v1/bookmarks/export?format=json',
    method: 'POST',
    headers: { ...json, cookie, origin: baseURL, 'accept-encoding': 'gzip' },
    body: JSON.stringify({ uuids }),
  });
  expect([response.status, response.headers['content-encoding']]).toEqual([200, 'gzip']);
  expect(gunzipSync(response.body).toString()).toContain('https://example.com/posted/19');
});

test('redirects a trailing slash to the path without it', async ({ baseURL }) => {
  const response = await send(baseURL, { path: '/v1/health/' });
  expect([response.status, response.headers.location]).toEqual([308, '/v1/health']);
});

// Guarantee: no malformed path or host reaches another route or makes the server fail.
for (const [name, request, status] of [
  ['a backslash in the path', { path: String.raw`/v1/a\b` }, [400, 404, 308]],
  ['an invalid escape in the path', { path: '/v1/%E0%A4%A' }, [404]],
  ['an invalid host', { path: '/v1/health', headers: { host: '[bad' } }, [400, 200]],
  ['an invalid escape in the path of a page', { path: '/collections/%' }, [307]],
  ['an absolute target', { path: 'http://evil.example/v1/health' }, [400]],
  ['a method that is not allowed', { path: '/v1/health', method: 'TRACE' }, [405]],
] satisfies [string, RawRequest, number[]][]) {
  test(`responds to ${name} without a server error`, async ({ baseURL }) => {
    expect(status).toContain((await send(baseURL, request)).status);
  });
}

test('responds at the paths that tools look for', async ({ baseURL }) => {
  const password = await send(baseURL, { path: '/.well-known/change-password' });
  expect([password.status, password.headers.location]).toEqual([307, '/settings/security']);
  const contact = await send(baseURL, { path: '/.well-known/security.txt' });
  expect([contact.status, contact.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(contact.body.toString()).toMatch(/^Contact: mailto:security@example\.org\nExpires: \d{4}-/);
  const messages = await send(baseURL, { path: '/locales/pt-BR/auth.json' });
  expect([messages.status, messages.headers['cache-control']]).toEqual([
    200,
    'public, max-age=3600, stale-while-revalidate=86400',
  ]);
  expect(JSON.parse(messages.body.toString())).toMatchObject({ signInName: 'Entrar' });
  const unknown = await send(baseURL, { path: '/locales/pt-BR/nothing.json' });
  expect(unknown.status).toBe(404);
  expect(JSON.parse(unknown.body.toString())).toMatchObject({ code: 'NOT_FOUND' });
});

test('shows the not-found page for a path that cannot be decoded', async ({ context }) => {
  for (const path of ['/collections/%', '/tags/%E0', '/%']) {
    expect((await context.request.get(path)).status(), path).toBe(404);
  }
});

// Guarantee: the rest of a rejected upload is never parsed as the next request of the connection.
for (const [name, request, status] of [
  ['small', { path: '/v1/bookmarks/create', headers: json, body: 'x'.repeat(10_000) }, 401],
  [
    'of 1.5 MB without a session',
    {
      path: '/v1/bookmarks/import',
      headers: { ...json, 'content-type': 'text/html' },
      body: 'x'.repeat(1_500_000),
    },
    401,
  ],
  ['of 2.5 MB of JSON', { path: '/v1/auth/login', headers: json, body: ' '.repeat(2_500_000) }, 413],
] satisfies [string, RawRequest, number][]) {
  test(`the next request succeeds after a refused upload: ${name}`, async ({ baseURL }) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (let round = 0; round < 10; round += 1) {
      expect((await send(baseURL, { ...request, method: 'POST', agent })).status).toBe(status);
      expect((await send(baseURL, { path: '/v1/health', agent })).status).toBe(200);
    }
    agent.destroy();
  });
}
