import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { createRemoteService } from '@/server/start-service';
import { createTestBff } from '@/lib/bff/testing/create-test-bff';
import { sampleSession } from '@/lib/bff/testing/sample-session';

const now = Date.UTC(2026, 0, 1);
const session = sampleSession({ now });

let lastRequest: IncomingMessage | undefined;
let bytes = 0;
const server = createServer((request, response) => {
  lastRequest = request;
  bytes = 0;
  request.on('data', (chunk: Buffer) => (bytes += chunk.length));
  request.on('end', () => {
    if (request.url === '/v1/account')
      return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    if (request.url === '/v1/spaces/list') return response.destroy();
    if (request.method === 'DELETE') return response.writeHead(204, { 'set-cookie': 'a=b' }).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ bytes }));
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const bff = createTestBff(() => now, createRemoteService(origin));
const cookie = await bff.cookie(session);

describe('a service at another origin', () => {
  it('receives the token, the user’s address, and nothing else of the connection', async () => {
    await bff.call('/v1/bookmarks/list?size=5', { headers: { cookie, 'user-agent': 'Browser' } });
    expect(lastRequest?.url).toBe('/v1/bookmarks/list?size=5');
    expect(lastRequest?.headers).toMatchObject({
      authorization: `Bearer ${session.access.token}`,
      'x-forwarded-for': '198.51.100.7',
      'user-agent': 'Browser',
      host: new URL(origin).host,
    });
    expect(lastRequest?.headers).not.toHaveProperty('cookie');
  });

  it.each([
    ['JSON', 'application/json', '/v1/bookmarks/create'],
    ['a stream', 'text/html', '/v1/bookmarks/import'],
  ])('receives %s with its length', async (_name, contentType, path) => {
    const body = 'é'.repeat(100_000);
    const length = String(Buffer.byteLength(body));
    const headers = { cookie, 'content-type': contentType, 'content-length': length };
    const response = await bff.call(path, { method: 'POST', body, headers });
    expect(await response.json()).toEqual({ bytes: 200_000 });
    expect(lastRequest?.headers['content-length']).toBe(length);
  });

  it('receives a stream of unknown length as a stream', async () => {
    let left = 100;
    const body = new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(65_536)) : controller.close()),
    });
    const headers = { cookie, 'content-type': 'text/html' };
    const response = await bff.call('/v1/bookmarks/import', {
      method: 'POST',
      body,
      duplex: 'half',
      headers,
    });
    expect(await response.json()).toEqual({ bytes: 6_553_600 });
    expect(lastRequest?.headers['transfer-encoding']).toBe('chunked');
  });

  it('may respond without content, and its cookies are not forwarded', async () => {
    const response = await bff.call('/v1/bookmarks/a/delete', { method: 'DELETE', headers: { cookie } });
    expect([response.status, response.headers.getSetCookie()]).toEqual([204, []]);
  });

  // Guarantee: the token is not sent to the target of a redirect.
  it('has its redirects not followed, and its failures reported as such', async () => {
    for (const path of ['/v1/account', '/v1/spaces/list']) {
      const response = await bff.call(path, { headers: { cookie } });
      expect(await response.json()).toMatchObject({ status: 502, code: 'UPSTREAM_UNAVAILABLE' });
    }
  });
});
