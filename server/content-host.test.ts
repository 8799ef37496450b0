import http from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { separateContent } from '@/server/content-host';
import { listen, type HttpListener } from '@/server/http-listener';
import { freePort } from '@/tooling/test/free-port';

const servers: HttpListener[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.abort();
});

async function start(contentUrl: string | null, trustedProxies: string[] = []) {
  const port = await freePort();
  const handle = separateContent(contentUrl, async (_request, response) => void response.end('answered'));
  const fail = (error: unknown) => {
    throw error;
  };
  servers.push(
    await listen({ port, host: '127.0.0.1', trustedProxies, handle, onError: fail, warn: () => undefined }),
  );
  return (host: string, path: string, { method = 'GET', headers = {} } = {}) =>
    new Promise<number>((resolve, reject) => {
      const request = http.request({ port, path, method, headers: { ...headers, host } }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject).end();
    });
}

const signed = '/content/8a1b.9c2d.3e4f.mkq0.A-b_c';
const appPaths = [
  '/',
  '/signin',
  '/v1/account',
  '/session',
  '/sw.js',
  '/favicon.ico',
  '/robots.txt',
  '/_next/static/chunks/a.js',
  '/mcp',
  '/oauth/token',
  '/metrics',
  '/public/a/b',
  '/content',
  '/content/',
  '/content/../v1/account',
  '/content/a/../../v1/account',
  '/content/%2e%2e/v1/account',
  `${signed}?_rsc=1`,
  '//content/a',
];

// Guarantee: nothing of the app is answered at the host of copies, and no copy at the host of the app.
test('the host of copies answers signed addresses alone', async () => {
  const ask = await start('https://copies.test');
  for (const host of ['copies.test', 'copies.test:8443', 'COPIES.test', 'copies.test.']) {
    expect(await ask(host, signed)).toBe(200);
    expect(await ask(host, signed, { method: 'HEAD' })).toBe(200);
    for (const path of appPaths) expect(await ask(host, path), `${host}${path}`).toBe(404);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect(await ask(host, signed, { method })).toBe(404);
  }
});

test('other hosts answer everything else', async () => {
  const ask = await start('https://copies.test');
  for (const host of ['app.test', '127.0.0.1:3000', 'copies.test.evil.example']) {
    expect(await ask(host, '/')).toBe(200);
    expect(await ask(host, '/v1/account', { method: 'POST' })).toBe(200);
    expect(await ask(host, '/contents')).toBe(200);
    for (const path of [signed, '/content/x', '/%63ontent/x', '//content/x', '/CONTENT/x', '/content?x']) {
      expect(await ask(host, path), path).toBe(404);
    }
  }
});

test('the name that a trusted proxy sends counts, and that of another client does not', async () => {
  const headers = { 'x-forwarded-host': 'copies.test' };
  const behind = await start('https://copies.test', ['127.0.0.1']);
  expect(await behind('internal:3000', '/', { headers })).toBe(404);
  expect(await behind('internal:3000', signed, { headers })).toBe(200);
  const direct = await start('https://copies.test');
  expect(await direct('app.test', '/', { headers })).toBe(200);
  expect(await direct('app.test', signed, { headers })).toBe(404);
});

test('without a host of copies, requests are passed on as they are', async () => {
  const ask = await start(null);
  expect(await ask('app.test', '/content/x')).toBe(200);
});
