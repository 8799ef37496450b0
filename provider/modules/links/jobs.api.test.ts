import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '@/provider/db/transaction';
import { createFetchPage } from '@/provider/integrations/fetch/fetch-page';
import { countSockets, startHttpServer, startTcpServer } from '@/provider/integrations/fetch/testing/canary';
import { checkLinks } from '@/provider/modules/links/jobs';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { createTestProvider } from '@/provider/testing/test-provider';
import { insertBookmarks } from '@/provider/testing/bookmarks';

const dayMs = 24 * 60 * 60_000;
/** Time between two requests to a host. */
const hostPauseMs = 5_000;

interface Asked {
  host: string;
  method: string;
  path: string;
  agent: string;
}

const asked: Asked[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => unknown = (_, response) => response.end();

const site = await startHttpServer((request, response) => {
  const { method = '', url: path = '', headers } = request;
  asked.push({ host: headers.host?.split(':')[0] ?? '', method, path, agent: headers['user-agent'] ?? '' });
  return answer(request, response);
});
// Accepts connections but never sends anything, neither TLS nor HTTP.
const silent = await startTcpServer(() => undefined);
const closed = await startHttpServer(() => undefined);
await closed[Symbol.asyncDispose]();

const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.example`);
const hostsAt = ({ port }: { port: number }): string[] => names.map((name) => `${name}:${port}`);
const fetchPage = createFetchPage({
  allow: [...hostsAt(site), ...hostsAt(silent), ...hostsAt(closed)],
  limits: { failureStepMs: 1, rememberFailureMs: 0, connectMs: 300, headersMs: 300, totalMs: 600 },
  resolve: (name) => Promise.resolve(name === 'gone.example' ? [] : ['127.0.0.1']),
});
const { deps, db, call, signUp, clock } = await createTestProvider({ fetchPage });
const check = () => checkLinks(deps, new AbortController().signal);

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await silent[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await db.$client.query('delete from bookmarks');
  await db.$client.query('delete from link_hosts');
  asked.length = 0;
  answer = (_, response) => response.end();
});

const url = (host: string, path = '/', { port } = site): string => `http://${host}.example:${port}${path}`;

async function save(...urls: string[]): Promise<string[]> {
  const samples = urls.map((address, index) => ({ title: `${index}`, url: address, collections: [] }));
  return insertBookmarks(db, await signUp(), samples);
}

async function isBroken(id: string | undefined): Promise<boolean> {
  const { rows } = await db.$client.query<{ broken: boolean }>('select broken from bookmarks where id = $1', [
    id,
  ]);
  return rows[0]?.broken === true;
}

/** Runs the checks twice a day for some days: a page that is missing by HEAD is requested by GET in the second run. */
async function checkOnDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    clock.advance(dayMs - hostPauseMs);
    await check();
    clock.advance(hostPauseMs);
    await check();
  }
}

const status = (code: number) => (_: IncomingMessage, response: ServerResponse) => {
  response.statusCode = code;
  response.end();
};

describe('a page', () => {
  test('that exists is requested once in thirty days, by HEAD, with our user agent', async () => {
    const [id] = await save(url('a', '/page?x=1#part'));
    for (let run = 0; run < 3; run += 1) await check();
    await checkOnDays(29);
    const [only] = asked;
    expect(asked).toHaveLength(1);
    expect(only).toMatchObject({ host: 'a.example', method: 'HEAD', path: '/page?x=1' });
    expect(only?.agent).toContain('Markwell');
    await checkOnDays(2);
    expect(asked).toHaveLength(2);
    expect(await isBroken(id)).toBe(false);
  });

  test('is broken after it was missing on three days, and not before', async () => {
    answer = status(404);
    const [id] = await save(url('a'));
    for (const before of [1, 2]) {
      await checkOnDays(1);
      for (let again = 0; again < 5; again += 1) await check();
      expect(asked).toHaveLength(1 + before);
      expect(await isBroken(id)).toBe(false);
    }
    await checkOnDays(1);
    expect(await isBroken(id)).toBe(true);
    await checkOnDays(29);
    expect(asked.map(({ method }) => method)).toEqual(['HEAD', 'GET', 'GET', 'GET']);
  });

  test('is no longer broken after one success, and failures are counted from zero', async () => {
    answer = status(410);
    const [id] = await save(url('a'));
    await checkOnDays(3);
    expect(await isBroken(id)).toBe(true);
    answer = status(200);
    await checkOnDays(30);
    expect(await isBroken(id)).toBe(false);
    answer = status(503);
    await checkOnDays(31);
    expect(await isBroken(id)).toBe(false);
    await checkOnDays(1);
    expect(await isBroken(id)).toBe(true);
  });

  test('that is unavailable for two days is not broken', async () => {
    answer = status(500);
    const [id] = await save(url('a'));
    await checkOnDays(2);
    answer = status(200);
    await checkOnDays(1);
    answer = status(500);
    await checkOnDays(31);
    expect(await isBroken(id)).toBe(false);
  });

  test.each([401, 403, 429, 451])('whose site responds with %s is available to users', async (code) => {
    answer = status(code);
    const [id] = await save(url('a'));
    await checkOnDays(4);
    expect(await isBroken(id)).toBe(false);
  });

  test.each([400, 403, 405, 501])('is requested by GET if HEAD returns %s', async (code) => {
    answer = ({ method }, response) =>
      status(method === 'HEAD' ? code : 200)({} as IncomingMessage, response);
    const [id] = await save(url('a'));
    await check();
    await check();
    expect(asked.map(({ method }) => method)).toEqual(['HEAD']);
    clock.advance(5_000);
    await check();
    expect(asked.map(({ method }) => method)).toEqual(['HEAD', 'GET']);
    await checkOnDays(31);
    expect(asked.map(({ method }) => method)).toEqual(['HEAD', 'GET', 'GET']);
    expect(await isBroken(id)).toBe(false);
  });

  test.each([
    ['has no DNS record', 'http://gone.example/'],
    ['refuses connections', url('b', '/', closed)],
    ['speaks no TLS', `https://c.example:${silent.port}/`],
    ['does not respond in time', url('d', '/', silent)],
  ])('whose site %s is missing', async (_what, address) => {
    const [id] = await save(address);
    await checkOnDays(2);
    expect(await isBroken(id)).toBe(false);
    await checkOnDays(1);
    expect(await isBroken(id)).toBe(true);
  });
});

describe('a host', () => {
  test('gets one request at a time, with five seconds between', async () => {
    await save(...Array.from({ length: 4 }, (_, index) => url('a', `/${index}`)), url('b'));
    await check();
    await check();
    expect(asked.map(({ host }) => host).sort()).toEqual(['a.example', 'b.example']);
    clock.advance(4_000);
    await check();
    expect(asked).toHaveLength(2);
    for (let minute = 0; minute < 8; minute += 1) {
      clock.advance(60_000);
      await check();
    }
    expect(new Set(asked.map(({ host, path }) => host + path)).size).toBe(5);
    expect(asked).toHaveLength(5);
  });

  test('gets requests from only one of all processes', async () => {
    await save(...Array.from({ length: 40 }, (_, index) => url('a', `/${index}`)));
    await Promise.all(Array.from({ length: 6 }, check));
    expect(asked).toHaveLength(1);
  });

  test('gets no other request during a response and for five seconds after, whatever is saved then', async () => {
    await save(url('a', '/1'));
    const arrived = Promise.withResolvers<ServerResponse>();
    answer = (_, response) => arrived.resolve(response);
    const first = check();
    const response = await arrived.promise;
    await save(url('a', '/2'));
    await check();
    response.end();
    await first;
    await save(url('a', '/3'));
    clock.advance(4_000);
    await check();
    expect(asked).toHaveLength(1);
    answer = status(200);
    await save(url('a', '/4'));
    clock.advance(1_000);
    await check();
    expect(asked.map(({ path }) => path)).toEqual(['/1', '/4']);
  });
});

describe('no request is sent', () => {
  // Guarantees that encrypted links are never requested or stored.
  test('for an encrypted bookmark, and stored data of its link is deleted', async () => {
    const person = await signUp();
    const made = await call('bookmarks.create', { body: { url: url('a') } }, person);
    const params = { uuid: made.body.uuid };
    await check();
    await db.$client.query('update bookmarks set broken = true');
    const encrypted = { encrypted: true, cipher: sampleEnvelope() };
    expect((await call('bookmarks.update', { params, body: encrypted }, person)).body.broken).toBe(false);
    await checkOnDays(40);
    expect(asked).toHaveLength(1);
    for (const table of ['link_checks', 'link_hosts']) {
      expect((await db.$client.query(`select * from ${table}`)).rows).toEqual([]);
    }
  });

  test('for a bookmark that is being encrypted, and nothing of it is stored', async () => {
    const [id] = await save(url('a'));
    await inTransaction(db, async (tx) => {
      await tx.$client.query(
        `update bookmarks set encrypted = true, cipher = 'mw1.AAAA', title = null, url = null, url_key = null,
           domain = null, path = null, description = null, title_key = U&'\\+10FFFF', search = null where id = $1`,
        [id],
      );
      await check();
    });
    await check();
    expect((await db.$client.query('select * from link_checks')).rows).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('for a bookmark that is in the trash or has no web address', async () => {
    const [first] = await save(url('a'), 'javascript:alert(1)', 'mailto:ada@a.example', 'a link');
    await db.$client.query('update bookmarks set deleted_at = now() where id = $1', [first]);
    await checkOnDays(3);
    expect(asked).toEqual([]);
  });

  test('if the outbound guard forbids it, and the page is never broken', async () => {
    const ids = await save(
      'http://169.254.169.254/latest/meta-data/',
      `http://127.0.0.1:${site.port}/`,
      'http://private.example/',
      'http://intranet/',
    );
    expect(await countSockets(() => checkOnDays(4))).toBe(0);
    for (const id of ids) expect(await isBroken(id)).toBe(false);
  });
});

test('a changed URL resets a broken bookmark, and is requested itself', async () => {
  answer = status(404);
  const person = await signUp();
  const { uuid } = (await call('bookmarks.create', { body: { url: url('a', '/old') } }, person)).body;
  await db.$client.query('update bookmarks set broken = true');
  const change = (body: object) => call('bookmarks.update', { params: { uuid }, body }, person);
  expect((await change({ title: 'Only the title' })).body.broken).toBe(true);
  await check();
  expect((await change({ url: url('a', '/new') })).body.broken).toBe(false);
  clock.advance(5_000);
  await check();
  expect(asked.map(({ path }) => path)).toEqual(['/old', '/new']);
});

test('without a network, nothing is marked as broken', async () => {
  const ids = await save(...['a', 'b', 'c', 'd', 'e'].map((host) => url(host, '/', closed)));
  await checkOnDays(5);
  for (const id of ids) expect(await isBroken(id)).toBe(false);
  const [reached] = await save(url('f'));
  await checkOnDays(3);
  expect(await isBroken(reached)).toBe(false);
});

test('a deleted bookmark leaves no rows behind', async () => {
  await save(url('a'), url('b'));
  await check();
  await db.$client.query('delete from bookmarks');
  expect((await db.$client.query('select * from link_checks')).rows).toEqual([]);
});
