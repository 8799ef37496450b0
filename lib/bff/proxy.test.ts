import { describe, expect, it } from 'vitest';
import { ServiceFailure } from '@/lib/bff/service';
import { appOrigin, createTestBff } from '@/lib/bff/testing/create-test-bff';
import { json, problem } from '@/lib/bff/testing/fake-service';
import { sampleSession } from '@/lib/bff/testing/sample-session';

const now = Date.UTC(2026, 0, 1);
const create = () => createTestBff(() => now);
const session = sampleSession({ now });

async function codeOf(response: Response): Promise<string> {
  const body = (await response.json()) as { status: number; code: string; message: string };
  expect(body.status).toBe(response.status);
  expect(body.message.length).toBeGreaterThan(5);
  return `${response.status} ${body.code}`;
}

// Guarantee: a token is never sent to a path outside the contract, however the path is spelled.
describe('paths', () => {
  it.each([
    '/v1/admin',
    '/v1/account/update/more',
    '/v1/bookmarks',
    '/v1/__proto__',
    '/v1/constructor',
    '/v1/bookmarks/%2e%2e/update',
    '/v1/bookmarks/.%2e/update',
    '/v1/bookmarks/%2E/update',
    '/v1/%61ccount',
    '/v1/ACCOUNT',
    '/v1/account;.js',
    '/v1/account.css',
    '/v1/openapi.json/x.png',
    '/v1/%252e%252e/admin',
    '/v1/http:evil.example',
  ])('%s is not an operation', async (path) => {
    const bff = create();
    const response = await bff.call(path, { headers: { cookie: await bff.cookie(session) } });
    expect(await codeOf(response)).toBe('404 NOT_FOUND');
    expect(bff.service.received).toEqual([]);
  });

  it.each([
    '/v1/bookmarks/..%2f..%2fadmin/update',
    '/v1/bookmarks/a%2Fb/update',
    '/v1/bookmarks/a%5cb/update',
    '/v1/bookmarks/%00/update',
    '/v1/bookmarks/a%0d%0ab/update',
    '/v1/bookmarks/..%09/update',
    '/v1/bookmarks/%E0%A4%A/update',
    '/v1/bookmarks/%c0%ae%c0%ae/update',
    '/v1/bookmarks/%/update',
    '/v1/bookmarks//update',
    '/v1//evil.example/account',
    '/v1/',
    '/v1/account/',
    '/v1/http:%2f%2fevil.example/x',
    '//v1/account',
    '/admin/v1/account',
    '/v2/account',
  ])('%s is malformed', async (path) => {
    const bff = create();
    const response = await bff.call(path, { method: 'PUT', headers: { cookie: await bff.cookie(session) } });
    expect(await codeOf(response)).toBe('400 MALFORMED_REQUEST');
    expect(bff.service.received).toEqual([]);
  });

  it.each([
    ['/v1/account?x=1#fragment', '/v1/account?x=1'],
    ['/v1/bookmarks/list?domain=a%2Fb&q=..%2f', '/v1/bookmarks/list?domain=a%2Fb&q=..%2f'],
    ['/v1/bookmarks/import/caf%C3%A9', '/v1/bookmarks/import/caf%C3%A9'],
    ['/v1/bookmarks/import/%252e%252e', '/v1/bookmarks/import/%252e%252e'],
    ['/v1/openapi.json', '/v1/openapi.json'],
  ])('%s is forwarded unchanged', async (path, expected) => {
    const bff = create();
    await bff.call(path);
    expect(bff.service.received[0]?.url).toBe(`http://service.test${expected}`);
  });

  it('a method that a path does not support is rejected by the service', async () => {
    const bff = create();
    bff.service.answer = () =>
      json({ status: 405, code: 'METHOD_NOT_ALLOWED', message: 'x' }, 405, { allow: 'GET' });
    const response = await bff.call('/v1/account', { method: 'DELETE' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  });
});

// Guarantee: another site cannot change anything on behalf of a signed-in user.
describe('unsafe requests that rely on the cookie', () => {
  const foreign: Record<string, string | null>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.app.test' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { 'sec-fetch-site': 'cross-site', origin: appOrigin },
    { 'sec-fetch-site': 'Same-Origin' },
    { 'sec-fetch-site': '' },
    { 'sec-fetch-site': null, origin: 'https://evil.example' },
    { 'sec-fetch-site': null, origin: 'https://app.test.evil.example' },
    { 'sec-fetch-site': null, origin: 'null' },
    { 'sec-fetch-site': null, origin: '' },
    { 'sec-fetch-site': null, origin: 'https://evil.example', host: 'evil.example:443, app.test' },
    { 'sec-fetch-site': null },
  ];

  it.each(foreign)('are rejected with %j', async (headers) => {
    const bff = create();
    const cookie = await bff.cookie(session);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await bff.call('/v1/bookmarks/create', { method, headers: { ...headers, cookie } });
      expect(await codeOf(response)).toBe('403 CROSS_ORIGIN');
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    for (const path of ['login', 'refresh', 'logout']) {
      const response = await bff.call(`/v1/auth/${path}`, { method: 'POST', headers });
      expect(await codeOf(response)).toBe('403 CROSS_ORIGIN');
    }
    expect(bff.service.received).toEqual([]);
  });

  it.each<Record<string, string | null>>([
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin', origin: appOrigin },
    { 'sec-fetch-site': null, origin: appOrigin },
    { 'sec-fetch-site': null, origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' },
    {
      'sec-fetch-site': null,
      origin: 'https://links.home',
      host: '10.0.0.1',
      'x-forwarded-host': 'links.home',
    },
  ])('pass with %j', async (headers) => {
    const bff = create();
    const response = await bff.call('/v1/bookmarks/create', {
      method: 'POST',
      headers: { ...headers, cookie: await bff.cookie(session) },
    });
    expect(response.status).toBe(200);
  });

  it('do not rely on it if they send a token, or if there is no cookie', async () => {
    const bff = create();
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const own = { ...headers, authorization: 'Bearer own', cookie: await bff.cookie(session) };
    expect((await bff.call('/v1/bookmarks/create', { method: 'POST', headers: own })).status).toBe(200);
    expect((await bff.call('/v1/auth/register', { method: 'POST', headers })).status).toBe(200);
    expect(bff.service.received.map(({ headers: sent }) => sent['authorization'])).toEqual([
      'Bearer own',
      undefined,
    ]);
  });

  it('are distinguished from reads', async () => {
    const bff = create();
    const headers = { 'sec-fetch-site': 'cross-site', cookie: await bff.cookie(session) };
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect((await bff.call('/v1/account', { method, headers })).status).toBe(200);
    }
  });
});

describe('a preflight', () => {
  const preflight = {
    'sec-fetch-site': 'cross-site',
    origin: 'https://page.test',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, content-type',
  };
  const send = (bff: ReturnType<typeof create>, path: string, headers: Record<string, string>) =>
    bff.call(path, { method: 'OPTIONS', headers });

  it('of a request with a token is allowed without a call of the service', async () => {
    const bff = create();
    const response = await send(bff, '/v1/bookmarks/create', preflight);
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')).toContain('idempotency-key');
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    expect(bff.service.received).toEqual([]);
  });

  it('of a path outside of the contract is not', async () => {
    expect((await send(create(), '/v1/nothing', preflight)).status).toBe(404);
  });

  it('of a request without a token is not, so a page cannot request codes from the browser of a visitor', async () => {
    const headers = { ...preflight, 'access-control-request-headers': 'content-type' };
    const response = await send(create(), '/v1/auth/forgot-password', headers);
    expect(response.headers.has('access-control-allow-methods')).toBe(false);
    expect(response.headers.has('access-control-allow-headers')).toBe(false);
  });
});

// Guarantee: only headers that the service uses are forwarded.
describe('headers', () => {
  it('are derived from the session, without the cookie itself or headers reserved for proxies', async () => {
    const bff = create();
    await bff.call('/v1/account', {
      headers: {
        cookie: `${await bff.cookie(session)}; markwell-locale=pt-BR; markwell-time-zone=America%2FSao_Paulo`,
        'accept-language': 'en',
        'user-agent': 'Browser',
        'if-none-match': '"x"',
        'x-request-id': 'request-0001',
        'x-forwarded-for': '10.0.0.1',
        'x-forwarded-host': 'evil.example',
        'x-real-ip': '10.0.0.1',
        'x-user-id': 'admin',
        'x-http-method-override': 'DELETE',
        'x-middleware-rewrite': 'http://evil.example',
        forwarded: 'for=10.0.0.1',
        connection: 'keep-alive, x-user-id',
        'transfer-encoding': 'chunked',
        te: 'trailers',
        upgrade: 'websocket',
        'proxy-authorization': 'Basic x',
      },
    });
    expect(bff.service.received[0]?.headers).toEqual({
      authorization: `Bearer ${session.access.token}`,
      'accept-language': 'pt-BR',
      'space-id': session.space,
      'time-zone': 'America/Sao_Paulo',
      'user-agent': 'Browser',
      'if-none-match': '"x"',
      'x-request-id': 'request-0001',
    });
    expect(bff.service.received[0]?.client).toEqual({ address: '198.51.100.7' });
  });

  it('let a caller choose the space, and use its own token instead of the cookie', async () => {
    const bff = create();
    const cookie = await bff.cookie(session);
    await bff.call('/v1/account', { headers: { cookie, 'space-id': 'other' } });
    await bff.call('/v1/account', {
      headers: { cookie, authorization: 'Bearer own', 'accept-language': 'pt' },
    });
    const [first, second] = bff.service.received;
    expect(first?.headers['space-id']).toBe('other');
    expect(second?.headers).toEqual({ authorization: 'Bearer own', 'accept-language': 'pt' });
  });

  it('of a response are filtered as well: no cookies of the service, no connection headers, only private caching', async () => {
    const bff = create();
    bff.service.answer = () =>
      json({}, 200, {
        'set-cookie': 'markwell=planted',
        server: 'x',
        'x-powered-by': 'x',
        'cache-control': 'public, max-age=60',
        'access-control-allow-origin': '*',
        etag: '"1"',
        'content-disposition': 'attachment; filename="a.html"',
        'x-request-id': 'r',
      });
    const response = await bff.call('/v1/account');
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="a.html"',
      'content-type': 'application/json',
      etag: '"1"',
      'x-request-id': 'r',
    });
    bff.service.answer = () => json({}, 200, { 'cache-control': 'private, max-age=604800' });
    expect((await bff.call('/v1/preview/favicon')).headers.get('cache-control')).toBe(
      'private, max-age=604800',
    );
  });

  it.each([
    [{ cookie: 'markwell-locale=pt-BR', 'accept-language': 'en' }, 'pt-BR'],
    [{ cookie: 'a=b; markwell-locale=xx', 'accept-language': 'pt' }, 'pt'],
    [{ 'accept-language': 'pt-PT' }, 'pt-PT'],
    [{}, 'en'],
  ])('determine the language: %j', async (headers, language) => {
    const bff = create();
    await bff.call('/v1/health', { headers });
    expect(bff.service.received[0]?.headers['accept-language']).toBe(language);
  });
});

describe('bodies', () => {
  it('stream to the service as they arrive', async () => {
    const bff = create();
    let sent = 0;
    const chunks = new ReadableStream({
      pull: (controller) => (sent++ < 300 ? controller.enqueue(new Uint8Array(1024)) : controller.close()),
    });
    bff.service.fetch = async (request) => {
      const reader = request.body?.getReader();
      await reader?.read();
      expect(sent).toBeLessThan(50);
      await reader?.cancel();
      return json({ uuid: 'x' }, 202);
    };
    const response = await bff.call('/v1/bookmarks/import', {
      method: 'POST',
      body: chunks,
      duplex: 'half',
      headers: { cookie: await bff.cookie(session), 'content-type': 'text/html' },
    });
    expect(response.status).toBe(202);
  });

  it('stream back as they arrive', async () => {
    const bff = create();
    let made = 0;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(`line ${made++}\n`)),
    });
    bff.service.answer = () => new Response(body, { headers: { 'content-type': 'text/html' } });
    const response = await bff.call('/v1/bookmarks/export?format=html');
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value as Uint8Array)).toBe('line 0\n');
    await reader?.cancel();
    expect(made).toBeLessThan(10);
  });

  it('of JSON are buffered', async () => {
    const bff = create();
    const body = JSON.stringify({ title: 'é'.repeat(1000) });
    const headers = { cookie: await bff.cookie(session), 'content-type': 'application/json' };
    await bff.call('/v1/bookmarks/create', { method: 'POST', body, headers });
    expect(bff.service.received[0]?.body).toBe(body);
  });
});

describe('the connection', () => {
  const upload = { method: 'POST', duplex: 'half' } as const;
  const html = { 'content-type': 'text/html' };
  const connectionAfter = async (status: number, init: Parameters<ReturnType<typeof create>['call']>[1]) => {
    const bff = create();
    bff.service.answer = () => (status < 400 ? json({}, status) : problem(status, 'UNAUTHENTICATED'));
    return (await bff.call('/v1/bookmarks/import', init)).headers.get('connection');
  };

  it('is closed after a rejected large upload whose rest is still being sent', async () => {
    const body = 'x'.repeat(100_000);
    const headers = { ...html, 'content-length': '100000' };
    expect(await connectionAfter(401, { ...upload, body, headers })).toBe('close');
    expect(await connectionAfter(413, { ...upload, body, headers: html })).toBe('close');
    const untyped = { 'content-length': '100000' };
    expect(await connectionAfter(415, { ...upload, body: Buffer.from(body), headers: untyped })).toBe(
      'close',
    );
    const foreign = { ...headers, cookie: '__Host-markwell=x', 'sec-fetch-site': 'cross-site' };
    expect(await connectionAfter(202, { ...upload, body, headers: foreign })).toBe('close');
  });

  it('stays open after accepted uploads, small requests and reads', async () => {
    const headers = { ...html, 'content-length': '5' };
    expect(await connectionAfter(401, { ...upload, body: 'small', headers })).toBeNull();
    expect(await connectionAfter(202, { ...upload, body: 'x'.repeat(100_000), headers: html })).toBeNull();
    expect(await connectionAfter(404, { method: 'GET' })).toBeNull();
  });
});

describe('a failing service', () => {
  it.each<[string, () => Response | Promise<Response>, string]>([
    ['is away', () => Promise.reject(new TypeError('fetch failed')), '502 UPSTREAM_UNAVAILABLE'],
    ['is late', () => Promise.reject(new ServiceFailure('UPSTREAM_TIMEOUT')), '502 UPSTREAM_UNAVAILABLE'],
    [
      'redirects, which would take the token along',
      () => new Response(null, { status: 302, headers: { location: 'https://evil.example' } }),
      '502 UPSTREAM_UNAVAILABLE',
    ],
  ])('that %s', async (_name, answer, expected) => {
    const bff = create();
    bff.service.answer = answer;
    const response = await bff.call('/v1/account', { headers: { cookie: await bff.cookie(session) } });
    expect(await codeOf(response)).toBe(expected);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(bff.errors).toEqual([]);
  });

  it('redirects to the host of saved copies alone', async () => {
    const bff = create();
    const service = Object.assign(bff.service, { contentUrl: 'https://copies.test' });
    const redirect = async (location: string) => {
      service.answer = () => new Response(null, { status: 302, headers: { location } });
      return bff.call('/v1/account', { headers: { cookie: await bff.cookie(session) } });
    };
    const location = 'https://copies.test/content/signed';
    const response = await redirect(location);
    expect([response.status, response.headers.get('location')]).toEqual([302, location]);
    for (const other of [
      'https://copies.test.evil.example/content/a',
      'https://copies.test/other',
      '/content/a',
    ]) {
      expect((await redirect(other)).status).toBe(502);
    }
  });

  it('is reported in the language of the user', async () => {
    const bff = create();
    bff.service.answer = () => Promise.reject(new Error('away'));
    const response = await bff.call('/v1/account', { headers: { 'accept-language': 'pt-BR' } });
    expect(((await response.json()) as { message: string }).message).toMatch(/servidor/i);
  });

  it('has its own problems forwarded unchanged', async () => {
    const bff = create();
    const cookie = await bff.cookie(session);
    for (const [status, code] of [
      [402, 'PLAN_REQUIRED'],
      [404, 'NOT_FOUND'],
      [409, 'CONFLICT'],
      [429, 'RATE_LIMITED'],
      [500, 'INTERNAL'],
    ] as const) {
      bff.service.answer = () => problem(status, code);
      expect(await codeOf(await bff.call('/v1/account', { headers: { cookie } }))).toBe(`${status} ${code}`);
    }
    expect(bff.service.received).toHaveLength(5);
  });
});

it('logs once that a browser uses http where the app has an https address, except on localhost', async () => {
  const bff = create();
  const signIn = (host: string) =>
    bff.call('/v1/auth/login', {
      method: 'POST',
      headers: { 'sec-fetch-site': null, origin: `http://${host}`, host, 'content-type': 'application/json' },
      body: '{}',
    });
  await signIn('localhost:3000');
  await bff.call('/v1/account', { headers: { origin: appOrigin } });
  expect(bff.warnings).toEqual([]);
  await signIn('192.168.1.7:3000');
  await signIn('192.168.1.7:3000');
  expect(bff.warnings).toEqual([{ origin: 'http://192.168.1.7:3000', appUrl: appOrigin }]);
});
