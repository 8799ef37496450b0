import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createReportTunnel } from '@/lib/bff/report-tunnel';

// A fake report service. Each test sets its response.
interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: http.IncomingHttpHeaders;
  body: string;
}
const received: Received[] = [];
let answer: [status: number, headers: Record<string, string>] = [200, {}];
const service = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(...answer).end('{"id":"1"}');
  });
});

const appUrl = 'https://links.example.org';
let dsn = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  dsn = `http://key@127.0.0.1:${(service.address() as AddressInfo).port}/sub/42`;
});
afterAll(() => void service.close());
beforeEach(() => {
  received.length = 0;
  answer = [200, {}];
});

const tunnel = (reports: { enabled: false } | { enabled: true; dsn: string } = { enabled: true, dsn }) =>
  createReportTunnel({ reports, appUrl, rateLimitScale: 1 });

const envelope = (header: object = { dsn }, item = '{"type":"event"}\n{}') =>
  `${JSON.stringify(header)}\n${item}`;

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request(`${appUrl}/monitoring`, {
    method: 'POST',
    body,
    headers: {
      origin: appUrl,
      'sec-fetch-site': 'same-origin',
      cookie: 'session=secret',
      'user-agent': 'Browser/1',
      'x-forwarded-for': '203.0.113.7',
      ...headers,
    },
  });

test('an envelope goes to the project of the DSN, without cookies and without the address of its sender', async () => {
  const response = await tunnel()(post(envelope()));
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(received).toMatchObject([
    { method: 'POST', url: '/sub/api/42/envelope/?sentry_key=key&sentry_version=7', body: envelope() },
  ]);
  const [{ headers }] = received as [Received];
  expect(headers['content-type']).toBe('application/x-sentry-envelope');
  expect(JSON.stringify(headers)).not.toMatch(/secret|203\.0\.113\.7|Browser\/1|links\.example/);
});

test('without a DSN the route does not exist, and nothing is sent', async () => {
  const response = await tunnel({ enabled: false })(post(envelope()));
  expect(response.status).toBe(404);
  expect(received).toEqual([]);
});

describe('nothing is sent', () => {
  test.each([
    ['for another project', () => post(envelope({ dsn: dsn.replace('42', '43') })), 400],
    ['to another host', () => post(envelope({ dsn: 'http://key@evil.example/sub/42' })), 400],
    ['with another key', () => post(envelope({ dsn: dsn.replace('key', 'kez') })), 400],
    ['without a DSN in the envelope', () => post(envelope({})), 400],
    ['that is no envelope', () => post('null\n{}'), 400],
    ['that is a single line', () => post(JSON.stringify({ dsn })), 400],
    ['that is empty', () => post(''), 400],
    ['of more than 5 MiB', () => post(envelope({ dsn }, 'x'.repeat(5 * 1024 * 1024))), 413],
    ['from another site', () => post(envelope(), { 'sec-fetch-site': 'cross-site' }), 403],
    ['from another origin', () => post(envelope(), { origin: 'https://evil.example' }), 403],
  ])('%s', async (_case, request, status) => {
    expect((await tunnel()(request())).status).toBe(status);
    expect(received).toEqual([]);
  });

  test('of more than 5 MiB closes the connection, on which its rest is still being sent', async () => {
    const large = post(envelope({ dsn }, 'x'.repeat(5 * 1024 * 1024)));
    expect((await tunnel()(large)).headers.get('connection')).toBe('close');
    expect((await tunnel()(post(envelope({})))).headers.get('connection')).toBeNull();
  });

  test('beyond 120 a minute from one address, while others still can', async () => {
    const send = tunnel();
    for (let count = 0; count < 120; count += 1) await send(post(envelope({})));
    const refused = await send(post(envelope()));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(received).toEqual([]);
    expect((await send(post(envelope(), { 'x-forwarded-for': '203.0.113.8' }))).status).toBe(200);
  });
});

test('no more than eight are in progress at once', async () => {
  const send = tunnel();
  const statuses = await Promise.all(Array.from({ length: 12 }, () => send(post(envelope()))));
  expect(statuses.map(({ status }) => status).sort()).toEqual([
    ...Array<number>(8).fill(200),
    ...Array<number>(4).fill(429),
  ]);
  expect((await send(post(envelope()))).status).toBe(200);
});

/** A report whose body does not end before it is aborted. */
function postSlowly(address: string) {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  void writer.write(new TextEncoder().encode('{')).catch(() => undefined);
  const headers = { ...Object.fromEntries(post('').headers), 'x-forwarded-for': address };
  const streamed = { method: 'POST', body: readable, duplex: 'half', headers };
  const request = new Request(`${appUrl}/monitoring`, streamed);
  return { request, abort: () => writer.abort(new Error('aborted')) };
}

// Guarantee: clients that send slowly do not displace the reports of others.
test('slow reports do not prevent those of other addresses, and may be aborted', async () => {
  const send = tunnel();
  const slow = Array.from({ length: 16 }, (_, index) => postSlowly(`198.51.100.${index % 2}`));
  const answers = slow.map(({ request }) => send(request));
  expect((await send(post(envelope(), { 'x-forwarded-for': '198.51.100.0' }))).status).toBe(429);
  expect((await send(post(envelope()))).status).toBe(200);
  await Promise.all(slow.map(({ abort }) => abort()));
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([400]));
  expect((await send(post(envelope(), { 'x-forwarded-for': '198.51.100.0' }))).status).toBe(200);
});

test('reports in memory take at most 24 MiB', async () => {
  const send = tunnel();
  const large = envelope({ dsn }, 'x'.repeat(5 * 1024 * 1024 - 1_000));
  const statuses = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map(
      async (name) => (await send(post(large, { 'x-forwarded-for': name }))).status,
    ),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect((await send(post(large))).status).toBe(200);
});

describe('the response of the service', () => {
  test('is forwarded with its rate limits and nothing else', async () => {
    answer = [429, { 'retry-after': '30', 'x-sentry-rate-limits': '60:error', 'set-cookie': 'a=b' }];
    const { status, headers } = await tunnel()(post(envelope()));
    expect([status, headers.get('retry-after'), headers.get('x-sentry-rate-limits')]).toEqual([
      429,
      '30',
      '60:error',
    ]);
    expect(headers.get('set-cookie')).toBeNull();
  });

  test.each([500, 302])('of %i is a bad gateway', async (status) => {
    answer = [status, status === 302 ? { location: '/elsewhere' } : {}];
    expect((await tunnel()(post(envelope()))).status).toBe(502);
    expect(received).toHaveLength(1);
  });

  test('is a bad gateway if it cannot be reached', async () => {
    const closed = 'http://key@127.0.0.1:9/1';
    const send = tunnel({ enabled: true, dsn: closed });
    expect((await send(post(envelope({ dsn: closed })))).status).toBe(502);
  });
});
