import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { FetchPageOptions, PageFailure } from '@/provider/deps';
import { createFetchPage } from '@/provider/integrations/fetch/fetch-page';
import { startHttpServer, startTcpServer } from '@/provider/integrations/fetch/testing/canary';

let asked: string[] = [];
let answer: (response: ServerResponse, request: IncomingMessage) => unknown = (response) => response.end();

const site = await startHttpServer((request, response) => {
  asked.push(request.method ?? '');
  return answer(response, request);
});
const silent = await startTcpServer(() => undefined);
const closed = await startHttpServer(() => undefined);
await closed[Symbol.asyncDispose]();

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await silent[Symbol.asyncDispose]();
});

beforeEach(() => {
  asked = [];
});

const origin = `http://127.0.0.1:${site.port}`;
/** For a site that never responds; one that does has the default limits, because the machine may be busy. */
const shortTimeouts = { headersMs: 200, totalMs: 400 };
const create = (limits: Partial<typeof shortTimeouts> = {}) =>
  createFetchPage({
    allow: [site, silent, closed].map(({ port }) => `127.0.0.1:${port}`),
    limits: { failureStepMs: 1, ...limits },
    resolve: (name) => Promise.resolve(name === 'private.example' ? ['10.0.0.1'] : []),
  });

const html: Pick<FetchPageOptions, 'accept' | 'maxBytes'> = { accept: ['text/html'], maxBytes: 1_000 };

async function failureOf(url: string, fetchPage = create()): Promise<PageFailure | null> {
  const told: PageFailure[] = [];
  const page = await fetchPage(url, { ...html, onFailure: (why) => told.push(why) });
  expect(told).toHaveLength(page === null ? 1 : 0);
  return told[0] ?? null;
}

describe('onFailure', () => {
  it.each([400, 401, 404, 429, 451, 500, 503])('reports that the site responded with %i', async (status) => {
    answer = (response) => response.writeHead(status).end();
    expect(await failureOf(origin)).toEqual({ kind: 'status', status });
  });

  it('reports a response that is not accepted', async () => {
    answer = (response) => response.setHeader('content-type', 'image/png').end();
    expect(await failureOf(origin)).toEqual({ kind: 'unfit' });
    answer = (response) => response.setHeader('content-type', 'text/html').end('a'.repeat(2_000));
    expect(await failureOf(origin)).toEqual({ kind: 'unfit' });
  });

  it.each([
    ['no such name', 'http://nowhere.example/'],
    ['the port is closed', `http://127.0.0.1:${closed.port}/`],
    ['no TLS', `https://127.0.0.1:${site.port}/`],
  ])('tells that a site is away: %s', async (_what, url) =>
    expect(await failureOf(url)).toEqual({ kind: 'unreachable' }),
  );

  it('reports a site as unreachable if it does not respond', async () =>
    expect(await failureOf(`http://127.0.0.1:${silent.port}/`, create(shortTimeouts))).toEqual({
      kind: 'unreachable',
    }));

  it.each(['http://private.example/', 'http://169.254.169.254/', 'http://127.0.0.1:1/', 'ftp://x.example/'])(
    'reports no more than that it is forbidden: %s',
    async (url) => expect(await failureOf(url)).toEqual({ kind: 'forbidden' }),
  );

  it('reports the original failure of a page with a cached failure', async () => {
    answer = (response) => response.writeHead(403).end();
    const fetchPage = create();
    const first = await failureOf(origin, fetchPage);
    expect(await failureOf(origin, fetchPage)).toEqual(first);
    expect(asked).toEqual(['GET']);
  });

  it('reports nothing after the caller has aborted', async () => {
    const signal = AbortSignal.abort();
    const told: PageFailure[] = [];
    const page = await create()(origin, { ...html, signal, onFailure: (why) => told.push(why) });
    expect([page, told]).toEqual([null, []]);
  });
});

describe('checking whether a page exists', () => {
  it('accepts any type with the wildcard, and reads nothing with a limit of zero', async () => {
    answer = (response) => {
      response.setHeader('content-type', 'video/mp4').setHeader('content-encoding', 'gzip');
      response.flushHeaders();
      response.write('not gzip at all');
    };
    const options = { accept: ['*/*'], maxBytes: 0 };
    const page = await create()(origin, options);
    expect(page).toMatchObject({ contentType: 'video/mp4', bytes: new Uint8Array() });
    const head = await create()(origin, { ...options, method: 'HEAD' });
    expect(head?.bytes).toHaveLength(0);
    expect(asked).toEqual(['GET', 'HEAD']);
  });

  it('keeps using HEAD along redirects', async () => {
    answer = (response, { url }) =>
      url === '/end' ? response.end() : response.writeHead(302, { location: '/end' }).end();
    const page = await create()(`${origin}/`, { accept: ['*/*'], maxBytes: 0, method: 'HEAD' });
    expect(page?.url).toBe(`${origin}/end`);
    expect(asked).toEqual(['HEAD', 'HEAD']);
  });
});
