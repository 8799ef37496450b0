import http from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { Proxy } from '@/lib/bff/proxy';
import { freePort } from '@/tooling/test/free-port';
import { answerCalls } from './answer-calls';
import { type HttpServer, listen } from './http-server';

const servers: HttpServer[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.abandon();
});

async function start(findProxy: () => Proxy | undefined) {
  const port = await freePort();
  const errors: unknown[] = [];
  const handle = answerCalls({
    handle: async (_request, response) => void response.end('the app'),
    findProxy,
  });
  const onError = (error: unknown) => errors.push(error);
  servers.push(await listen({ port, host: '127.0.0.1', trustedProxies: [], handle, onError }));
  return { port, errors, url: `http://127.0.0.1:${port}` };
}

const serve = (proxy: Proxy) => start(() => proxy);

interface Sent {
  path?: string;
  method?: string;
  headers?: http.OutgoingHttpHeaders;
  body?: string;
}

/** Sends a request as it is: `fetch` would not let a client name another host, and would unpack. */
async function send(port: number, { body, ...options }: Sent) {
  const sent = http.request({ host: '127.0.0.1', port, path: '/v1/health', ...options });
  sent.end(body);
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) };
}

test('calls go to the proxy, everything else to the app', async () => {
  const { url } = await serve(async (request) => new Response(`called ${new URL(request.url).pathname}`));
  const answers = ['/v1/health', '/', '/v1', '/v11/x'].map(async (path) =>
    (await fetch(`${url}${path}`)).text(),
  );
  expect(await Promise.all(answers)).toEqual(['called /v1/health', 'the app', 'the app', 'the app']);
});

test('as long as there is no proxy, the app answers calls too', async () => {
  const offered: { proxy?: Proxy } = {};
  const { url } = await start(() => offered.proxy);
  expect(await (await fetch(`${url}/v1/health`)).text()).toBe('the app');
  offered.proxy = async () => new Response('called');
  expect(await (await fetch(`${url}/v1/health`)).text()).toBe('called');
});

test('the proxy sees no more than one address of the reader, however it reads the headers', async () => {
  const { port } = await serve(async ({ headers }, peer) => {
    const all = Object.fromEntries(new Headers(headers));
    return Response.json({ peer, all, host: headers.get('x-forwarded-host') });
  });
  const forged = {
    'X-Forwarded-For': '203.0.113.9',
    'X-Forwarded-Host': 'evil.example',
    forwarded: 'for=203.0.113.9',
    'X-Middleware-Subrequest': 'middleware',
    'X-Kept': 'as it came',
  };
  const { body } = await send(port, { headers: forged });
  const seen = JSON.parse(body.toString()) as { all: Record<string, string> };
  expect(seen).toMatchObject({ peer: { address: '127.0.0.1' }, host: null });
  expect(Object.keys(seen.all).sort()).toEqual(['connection', 'host', 'x-forwarded-for', 'x-kept']);
  expect(seen.all).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-kept': 'as it came' });
});

describe('a body', () => {
  test.each<[string, Proxy]>([
    ['in whole', async (request) => new Response(await request.arrayBuffer())],
    ['as a stream', async (request) => new Response(request.body)],
  ])('reaches the proxy %s', async (_name, proxy) => {
    const { url } = await serve(proxy);
    const body = 'ação '.repeat(50_000);
    const answer = await fetch(`${url}/v1/bookmarks/create`, { method: 'POST', body });
    expect(await answer.text()).toBe(body);
  });

  test('that nobody reads does not stop the next call of the same connection', async () => {
    const { port } = await serve(async () => new Response('refused', { status: 413 }));
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const options = { method: 'POST', body: 'x'.repeat(200_000), agent };
    const statuses = [await send(port, options), await send(port, options)].map(({ status }) => status);
    agent.destroy();
    expect(statuses).toEqual([413, 413]);
  });
});

describe('an address or a host that cannot be read is refused in the language of the reader', () => {
  test.each<[string, Sent]>([
    ['a host that is none', { headers: { host: '[bad' } }],
    ['a backslash in the path', { path: '/v1/a\\b' }],
  ])('%s', async (_name, sent) => {
    const { port, errors } = await serve(async () => new Response('reached'));
    const headers = { 'accept-language': 'pt-BR', ...sent.headers };
    const { status, body } = await send(port, { ...sent, headers });
    expect([status, JSON.parse(body.toString())]).toEqual([
      400,
      {
        status: 400,
        code: 'MALFORMED_REQUEST',
        message: 'Não foi possível entender a requisição.',
      },
    ]);
    expect(errors).toEqual([]);
  });
});

test('what is large is packed for whoever can unpack it, what is small or asked for by HEAD is not', async () => {
  const long = { titles: Array.from({ length: 1_000 }, (_, index) => `Bookmark ${index}`) };
  const { port } = await serve(async ({ url }) => Response.json(url.endsWith('/long') ? long : {}));
  const headers = { 'accept-encoding': 'br' };
  const packed = await send(port, { path: '/v1/long', headers });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(JSON.parse(brotliDecompressSync(packed.body).toString())).toEqual(long);
  const others: Sent[] = [
    { path: '/v1/short', headers },
    { path: '/v1/long' },
    { path: '/v1/long', method: 'HEAD', headers },
  ];
  for (const other of others) {
    expect((await send(port, other)).headers['content-encoding']).toBeUndefined();
  }
});

test('the proxy learns that a reader has left', async () => {
  const reached = Promise.withResolvers<undefined>();
  const left = Promise.withResolvers<boolean>();
  const { url } = await serve(async ({ signal }) => {
    signal.addEventListener('abort', () => left.resolve(signal.aborted));
    reached.resolve(undefined);
    await left.promise;
    return new Response('nobody is there');
  });
  const leaving = new AbortController();
  const asked = fetch(`${url}/v1/health`, { signal: leaving.signal });
  await reached.promise;
  leaving.abort();
  await expect(asked).rejects.toThrow('aborted');
  expect(await left.promise).toBe(true);
});
