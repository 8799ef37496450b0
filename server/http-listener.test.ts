import { once } from 'node:events';
import net from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { BODY_RATE, type BodyRate, isTooSlow } from '@/server/body-rate';
import { freePort } from '@/tooling/test/free-port';
import { type ConnectionLimits, type HttpListener, listen, type RequestHandler } from './http-listener';

const servers: HttpListener[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.abort();
});

interface Started {
  limits?: ConnectionLimits;
  bodyRate?: BodyRate;
  countryHeader?: string;
}

async function start(handle: RequestHandler, trustedProxies: string[] = [], started: Started = {}) {
  const port = await freePort();
  const errors: unknown[] = [];
  const warnings: string[] = [];
  const onError = (error: unknown) => errors.push(error);
  const warn = (message: string) => warnings.push(message);
  const options = { port, host: '127.0.0.1', trustedProxies, handle, onError, warn };
  const server = await listen({ ...options, ...started });
  servers.push(server);
  return { server, port, errors, warnings, url: `http://127.0.0.1:${port}` };
}

const showHeaders: RequestHandler = async (request, response) => {
  response.end(JSON.stringify(request.headers));
};

/** Sends raw bytes, which no client library would, and returns the first line of the response. */
async function sendRaw(port: number, text: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(text);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString('latin1').split('\r\n')[0] ?? '';
}

describe('requests that Next cannot handle are refused before the app', () => {
  test.each([
    ['an absolute-form target, as for a proxy', 'GET http://127.0.0.1/ HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    [
      'an absolute-form target with an upgrade',
      'GET http://127.0.0.1/ HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      400,
    ],
    ['two Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['no Host header', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    ['PROPFIND', 'PROPFIND / HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    [
      'Content-Length with Transfer-Encoding',
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

  test('CONNECT gets no response', async () => {
    const { port } = await start(showHeaders);
    const socket = net.connect(port, '127.0.0.1');
    socket.write('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n');
    const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [unknown];
    expect(Buffer.isBuffer(answer)).toBe(false);
    socket.destroy();
  });
});

test('a router state that cannot be read is refused before the app', async () => {
  const { url } = await start(showHeaders);
  const headers = { rsc: '1', 'next-router-state-tree': '["",{"children":"x"}]' };
  expect((await fetch(url, { headers })).status).toBe(400);
});

test('the router state of a navigation reaches the app', async () => {
  const { url } = await start(showHeaders);
  const page = ['__PAGE__', {}, null, null];
  const collection = [['uuid', '0193a5c0', 'd', null], { children: page }];
  const state = encodeURIComponent(JSON.stringify(['', { children: collection }, null, null, 16]));
  const response = await fetch(url, { headers: { rsc: '1', 'next-router-state-tree': state } });
  expect(await response.json()).toMatchObject({ 'next-router-state-tree': state });
});

test('a WebSocket upgrade is handled as an ordinary request', async () => {
  const { port } = await start(async (_request, response) => void response.end('plain'));
  const text = 'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
  expect(await sendRaw(port, text)).toContain('HTTP/1.1 200 ');
});

test('headers reserved for proxies and for the framework are removed', async () => {
  const { url } = await start(showHeaders);
  const response = await fetch(url, {
    headers: {
      'x-forwarded-for': '198.51.100.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-real-ip': '198.51.100.1',
      forwarded: 'for=198.51.100.1',
      'x-middleware-subrequest': 'middleware',
      'x-other': 'yes',
    },
  });
  const headers = (await response.json()) as Record<string, string>;
  expect(headers).toMatchObject({ 'x-forwarded-for': '', 'x-other': 'yes' });
  const names = Object.keys(headers).filter((name) =>
    /^x-(?:forwarded|real|middleware)|^forwarded/.test(name),
  );
  expect(names).toEqual(['x-forwarded-for']);
});

test('X-Forwarded-For from an untrusted peer is warned about once, and the address counts as unknown', async () => {
  const forwarded = { headers: { 'x-forwarded-for': '198.51.100.1' } };
  const untrusted = await start(showHeaders);
  const addressOf = async (init?: RequestInit): Promise<unknown> =>
    ((await (await fetch(untrusted.url, init)).json()) as Record<string, string>)['x-forwarded-for'];
  expect(await addressOf()).toBe('127.0.0.1');
  expect(untrusted.warnings).toEqual([]);
  expect(await addressOf(forwarded)).toBe('');
  await fetch(untrusted.url, forwarded);
  expect(untrusted.warnings).toEqual([expect.stringMatching(/127\.0\.0\.1 .* TRUSTED_PROXIES/)]);
  const trusted = await start(showHeaders, ['127.0.0.1']);
  await fetch(trusted.url, forwarded);
  expect(trusted.warnings).toEqual([]);
});

test('a path that cannot be decoded is taken literally, and its query is unchanged', async () => {
  const { url } = await start(async (request, response) => void response.end(request.url));
  const targetOf = async (target: string): Promise<string> => (await fetch(`${url}${target}`)).text();
  expect(await targetOf('/public/%')).toBe('/public/%25');
  expect(await targetOf('/v1/%E0%A4%A?q=%')).toBe('/v1/%25E0%25A4%25A?q=%');
  expect(await targetOf('/a%20b/%C3%A9?q=100%')).toBe('/a%20b/%C3%A9?q=100%');
});

test('headers of a trusted proxy give the client address, host and protocol', async () => {
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

test('the country of the client comes from a trusted proxy only', async () => {
  const headers = { 'x-country': 'BR', 'x-forwarded-country': 'DE' };
  const countryOf = async (url: string) =>
    ((await (await fetch(url, { headers })).json()) as Record<string, string>)['x-forwarded-country'];
  const trusted = await start(showHeaders, ['127.0.0.1'], { countryHeader: 'x-country' });
  expect(await countryOf(trusted.url)).toBe('BR');
  const untrusted = await start(showHeaders, [], { countryHeader: 'x-country' });
  expect(await countryOf(untrusted.url)).toBeUndefined();
  const unset = await start(showHeaders, ['127.0.0.1']);
  expect(await countryOf(unset.url)).toBeUndefined();
});

test('a rejected handler responds with 500 and is reported, and the next request succeeds', async () => {
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

test('a streamed response is not buffered', async () => {
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

test('a taken port is reported in one clear message', async () => {
  const { port } = await start(showHeaders);
  const second = listen({
    port,
    host: '127.0.0.1',
    trustedProxies: [],
    handle: showHeaders,
    onError: () => undefined,
    warn: () => undefined,
  });
  await expect(second).rejects.toThrow(`Port ${port} is taken. Stop what uses it, or set PORT.`);
});

describe('draining', () => {
  test('completes the pending request and accepts no new one', async () => {
    const reached = Promise.withResolvers<undefined>();
    const release = Promise.withResolvers<undefined>();
    const { server, url } = await start(async (_request, response) => {
      reached.resolve(undefined);
      await release.promise;
      response.end('whole');
    });
    const pendingRequest = fetch(url);
    await reached.promise;
    let drained = false;
    const draining = server.drain(5_000).then(() => (drained = true));
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    expect(drained).toBe(false);
    release.resolve(undefined);
    const response = await pendingRequest;
    expect([await response.text(), response.headers.get('connection')]).toEqual(['whole', 'close']);
    await draining;
  });

  test('aborts a request that exceeds the timeout', async () => {
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

describe('connections', () => {
  const hold = async (port: number, localAddress = '127.0.0.1') => {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const outcome = await Promise.race([
      once(socket, 'data').then(() => 'answered'),
      once(socket, 'close').then(() => 'closed'),
    ]);
    return { socket, outcome };
  };

  test('of one address are limited, so that others can connect, and one that ends makes room', async () => {
    const { port } = await start(showHeaders, [], { limits: { total: 10, perAddress: 2 } });
    const first = await hold(port);
    const second = await hold(port);
    const third = await hold(port);
    const other = await hold(port, '127.0.0.2');
    expect([first, second, third, other].map(({ outcome }) => outcome)).toEqual([
      'answered',
      'answered',
      'closed',
      'answered',
    ]);
    first.socket.end();
    await once(first.socket, 'close');
    const again = await hold(port);
    expect(again.outcome).toBe('answered');
    for (const { socket } of [second, other, again]) socket.destroy();
  });

  test('of all addresses are limited, and a trusted proxy only by that', async () => {
    const { port } = await start(showHeaders, ['127.0.0.1'], { limits: { total: 3, perAddress: 1 } });
    const held = [await hold(port), await hold(port), await hold(port), await hold(port)];
    expect(held.map(({ outcome }) => outcome)).toEqual(['answered', 'answered', 'answered', 'closed']);
    for (const { socket } of held) socket.destroy();
  });
});

describe('a body that arrives too slowly', () => {
  const bodyRate: BodyRate = { graceMs: 50, bytesPerSecond: 1_000_000, checkMs: 10 };
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n';

  test('is ended with 408, and is an aborted request for the app', async () => {
    const aborted = Promise.withResolvers<unknown>();
    const { port, errors } = await start(
      async (request) => {
        await request.toArray().catch(aborted.resolve);
      },
      [],
      { bodyRate },
    );
    expect(await sendRaw(port, `${head}x`)).toBe('HTTP/1.1 408 Request Timeout');
    expect(await aborted.promise).toMatchObject({ code: 'ECONNRESET' });
    expect(errors).toEqual([]);
  });

  test('is not ended while the app does not read it', async () => {
    let checks = 0;
    const { url } = await start(
      async (request, response) => {
        // Several times the grace period; the test succeeds on any machine if this time is not counted.
        while (checks < 20) {
          await new Promise((resolve) => setTimeout(resolve, bodyRate.checkMs));
          checks += 1;
        }
        const chunks = (await request.toArray()) as Buffer[];
        response.end(String(Buffer.concat(chunks).byteLength));
      },
      [],
      { bodyRate },
    );
    const response = await fetch(url, { method: 'POST', body: 'x'.repeat(1_000_000) });
    expect(await response.text()).toBe('1000000');
  });

  test.each([
    ['a byte every five seconds, after 20 seconds', 5, 21_000, true],
    ['a byte in the first 20 seconds', 1, 20_000, false],
    ['a megabyte within four minutes', 1_000_000, 240_000, false],
    ['half a megabyte within four minutes', 500_000, 240_000, true],
  ])('is defined by its average rate: %s', (_name, bytes, waitedMs, expected) => {
    expect(isTooSlow(bytes, waitedMs, BODY_RATE)).toBe(expected);
  });
});
