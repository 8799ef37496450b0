import { once } from 'node:events';
import net from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '@/tooling/test/free-port';
import { type HttpServer, listen, type RequestHandler } from './http-server';

const servers: HttpServer[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.abandon();
});

async function start(handle: RequestHandler, trustedProxies: string[] = []) {
  const port = await freePort();
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const server = await listen({ port, host: '127.0.0.1', trustedProxies, handle, onError });
  servers.push(server);
  return { server, port, errors, url: `http://127.0.0.1:${port}` };
}

const showHeaders: RequestHandler = async (request, response) => {
  response.end(JSON.stringify(request.headers));
};

/** Sends bytes as they are, which no client library would, and answers the first line of what comes back. */
async function sendRaw(port: number, text: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(text);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString('latin1').split('\r\n')[0] ?? '';
}

describe('requests that no browser and no API client sends end before the app', () => {
  test.each([
    ['an absolute address, as for a proxy', 'GET http://127.0.0.1/ HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    [
      'an absolute address that asks for a web socket',
      'GET http://127.0.0.1/ HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      400,
    ],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    ['PROPFIND', 'PROPFIND / HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    [
      'a length and chunks at once',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
  ])('%s', async (_name, text, status) => {
    let reached = false;
    const { port } = await start(async (_request, response) => {
      reached = true;
      response.end();
    });
    expect(await sendRaw(port, text)).toContain(`HTTP/1.1 ${status} `);
    expect(reached).toBe(false);
  });

  test('CONNECT is not answered at all', async () => {
    const { port } = await start(showHeaders);
    const socket = net.connect(port, '127.0.0.1');
    socket.write('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n');
    const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [unknown];
    expect(Buffer.isBuffer(answer)).toBe(false);
    socket.destroy();
  });
});

test('a request to upgrade to a web socket is an ordinary request', async () => {
  const { port } = await start(async (_request, response) => void response.end('plain'));
  const text = 'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
  expect(await sendRaw(port, text)).toContain('HTTP/1.1 200 ');
});

test('what a client says in the name of a proxy or of the framework is dropped', async () => {
  const { url } = await start(showHeaders);
  const response = await fetch(url, {
    headers: {
      'x-forwarded-for': '198.51.100.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-real-ip': '198.51.100.1',
      forwarded: 'for=198.51.100.1',
      'x-middleware-subrequest': 'middleware',
      'x-kept': 'yes',
    },
  });
  const headers = (await response.json()) as Record<string, string>;
  expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-kept': 'yes' });
  const names = Object.keys(headers).filter((name) =>
    /^x-(?:forwarded|real|middleware)|^forwarded/.test(name),
  );
  expect(names).toEqual(['x-forwarded-for']);
});

test('a path that cannot be decoded is taken literally, and its query is left alone', async () => {
  const { url } = await start(async (request, response) => void response.end(request.url));
  const targetOf = async (target: string): Promise<string> => (await fetch(`${url}${target}`)).text();
  expect(await targetOf('/public/%')).toBe('/public/%25');
  expect(await targetOf('/v1/%E0%A4%A?q=%')).toBe('/v1/%25E0%25A4%25A?q=%');
  expect(await targetOf('/a%20b/%C3%A9?q=100%')).toBe('/a%20b/%C3%A9?q=100%');
});

test('a trusted proxy is believed: who asks, by which name and over which protocol', async () => {
  const { url } = await start(showHeaders, ['127.0.0.1']);
  const response = await fetch(url, {
    headers: {
      'x-forwarded-for': '1.1.1.1, 198.51.100.1',
      'x-forwarded-host': 'links.example.org',
      'x-forwarded-proto': 'https',
    },
  });
  expect(await response.json()).toMatchObject({
    'x-forwarded-for': '198.51.100.1',
    'x-forwarded-host': 'links.example.org',
    'x-forwarded-proto': 'https',
  });
});

test('a handler that fails is answered with 500 and reported, and the next request is served', async () => {
  const failure = new Error('broken');
  const { url, errors } = await start((request, response) => {
    if (request.url === '/broken') return Promise.reject(failure);
    response.end('fine');
    return Promise.resolve();
  });
  const broken = await fetch(`${url}/broken`);
  expect([broken.status, await broken.text()]).toEqual([500, '']);
  expect(errors).toEqual([failure]);
  expect(await (await fetch(url)).text()).toBe('fine');
});

test('an answer that goes on later is not kept back for it', async () => {
  const later = Promise.withResolvers<undefined>();
  const { url } = await start(async (_request, response) => {
    response.flushHeaders();
    response.write('first');
    await later.promise;
    response.end('last');
  });
  const reader = (await fetch(url)).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
  later.resolve(undefined);
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last');
});

test('a port that is taken is told in one line', async () => {
  const { port } = await start(showHeaders);
  const second = listen({
    port,
    host: '127.0.0.1',
    trustedProxies: [],
    handle: showHeaders,
    onError: () => undefined,
  });
  await expect(second).rejects.toThrow(`Port ${port} is taken. Stop what uses it, or set PORT.`);
});

describe('draining', () => {
  test('waits for the request under way, answers it whole, and takes no new one', async () => {
    const reached = Promise.withResolvers<undefined>();
    const release = Promise.withResolvers<undefined>();
    const { server, url } = await start(async (_request, response) => {
      reached.resolve(undefined);
      await release.promise;
      response.end('whole');
    });
    const underWay = fetch(url);
    await reached.promise;
    let drained = false;
    const draining = server.drain(5_000).then(() => (drained = true));
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    expect(drained).toBe(false);
    release.resolve(undefined);
    const response = await underWay;
    expect([await response.text(), response.headers.get('connection')]).toEqual(['whole', 'close']);
    await draining;
  });

  test('gives up on a request that does not end', async () => {
    const reached = Promise.withResolvers<undefined>();
    const { server, url } = await start(async () => reached.resolve(undefined));
    const hanging = fetch(url);
    await reached.promise;
    await Promise.all([server.drain(50), expect(hanging).rejects.toThrow('fetch failed')]);
  });

  test('does not wait for idle connections', async () => {
    const { server, url } = await start(async (_request, response) => void response.end());
    await (await fetch(url)).text();
    await server.drain(60_000);
  });
});
