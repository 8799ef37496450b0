import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Content } from '@/lib/contract/bookmarks';
import { inTransaction } from '@/provider/db/transaction';
import { createFetchPage } from '@/provider/integrations/fetch/fetch-page';
import { countSockets, startHttpServer } from '@/provider/integrations/fetch/testing/canary';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { alternates, createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const polling = { timeout: 20_000 };
const dayMs = 24 * 60 * 60_000;
const sentence = 'The quick brown fox jumps over the lazy dog, and then it does so once more. ';
const story = `<!doctype html><title>Story</title><article><h1>Story</h1>${`<p>${sentence.repeat(6)}</p>`.repeat(4)}
  <p>Canary.<script>alert(1)</script></p></article>`;

let asked: string[] = [];
let robots: string | null = null;
type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;
const sendHtml: Answer = (response) => response.setHeader('content-type', 'text/html').end(story);
let answer = sendHtml;

const site = await startHttpServer((request, response) => {
  if (request.url === '/robots.txt') {
    if (robots === null) return response.writeHead(404).end();
    return response.setHeader('content-type', 'text/plain').end(robots);
  }
  asked.push(request.url ?? '');
  return answer(response, request);
});
const fetchPage = createFetchPage({
  allow: [`127.0.0.1:${site.port}`],
  limits: { failureStepMs: 1, rememberFailureMs: 0, headersMs: 300, totalMs: 2_000 },
  resolve: () => Promise.resolve([]),
});
const { call, signUp, db } = await createTestProvider({ fetchPage });
const person = await signUp();

afterAll(() => site[Symbol.asyncDispose]());

beforeEach(() => {
  asked = [];
  robots = null;
  answer = sendHtml;
});

let pages = 0;
const newUrl = (): string => `http://127.0.0.1:${site.port}/${(pages += 1)}`;

async function save(url = newUrl(), as: TestAccount = person): Promise<string> {
  const [id = ''] = await insertBookmarks(db, as, [{ title: 'Saved', url, collections: [] }]);
  return id;
}

const read = (uuid: string, as: TestAccount = person) => call('bookmarks.content', { params: { uuid } }, as);

async function keptOf(id: string): Promise<number> {
  const { rowCount } = await db.$client.query('select from page_contents where bookmark_id = $1', [id]);
  return rowCount ?? 0;
}

/** Moves the time of a stored page into the past. */
const age = (id: string, ms: number) =>
  db.$client.query(
    `update page_contents set fetched_at = fetched_at - make_interval(secs => $2) where bookmark_id = $1`,
    [id, ms / 1_000],
  );

describe('the text of a page', () => {
  test('is fetched by the first request, and stored for thirty days', async () => {
    const id = await save();
    const { status, body } = await read(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ready', title: 'Story', wordCount: 24 * 16 + 1 });
    expect(body.html).toContain('<p>Canary.</p>');
    expect(body.text).toContain('Canary.');
    expect((await read(id)).body).toEqual(body);
    await age(id, 29 * dayMs);
    expect((await read(id)).body.html).toBe(body.html);
    expect(asked).toHaveLength(1);
    await age(id, 2 * dayMs);
    answer = (response) =>
      response.setHeader('content-type', 'text/html').end(story.replace('Canary', 'News'));
    expect((await read(id)).body.text).toContain('News.');
    expect(asked).toHaveLength(2);
  });

  test.skipIf(alternates)('is fetched once for concurrent requests', async () => {
    const id = await save();
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(id)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(asked).toHaveLength(1);
  });

  test('is decoded in the encoding of the page', async () => {
    const words = 'Ação e reação: não há café à mão. ';
    const html = `<meta charset=iso-8859-1><p>${words.repeat(10)}</p><p>${words.repeat(10)}</p>`;
    answer = (response) => response.setHeader('content-type', 'text/html').end(Buffer.from(html, 'latin1'));
    expect((await read(await save())).body.text).toContain('Ação e reação: não há café à mão.');
    answer = (response) =>
      response
        .setHeader('content-type', 'text/html; charset=no-such-thing')
        .end(Buffer.from([0xff, 0xc3, 0x28]));
    expect((await read(await save())).body.status).toBe('empty');
  });

  test('is the beginning of a page that never ends', async () => {
    answer = (response) => {
      response.setHeader('content-type', 'text/html').write(story);
      const more = () => {
        while (response.write(`<p>${sentence.repeat(1_000)}</p>`));
      };
      response.on('drain', more);
      more();
    };
    const { body } = await read(await save());
    expect(body.text).toContain('Canary.');
    expect(body.html.length).toBeLessThan(3 * 1024 * 1024);
  });
});

describe('a page without text has a reason', () => {
  test.each([401, 403, 429, 451])('%s: refused', async (code) => {
    answer = (response) => response.writeHead(code).end();
    const id = await save();
    expect((await read(id)).body).toMatchObject({ status: 'refused', html: '', text: '', wordCount: 0 });
    await read(id);
    expect(asked).toHaveLength(1);
  });

  test('rejected by robots.txt: refused, and the page is not requested', async () => {
    robots = 'User-agent: *\nDisallow: /';
    expect((await read(await save())).body.status).toBe('refused');
    expect(asked).toEqual([]);
  });

  test.each<[Content['status'], Answer]>([
    ['missing', (response) => response.writeHead(404).end()],
    ['missing', (response) => response.writeHead(410).end()],
    ['failing', (response) => response.writeHead(500).end()],
    ['failing', (response) => response.writeHead(400).end()],
    // A broken connection, and a timeout.
    ['unreachable', (response) => response.destroy()],
    ['unreachable', () => undefined],
  ])('%s, and requested again an hour later', async (status, away) => {
    answer = away;
    const id = await save();
    expect((await read(id)).body.status).toBe(status);
    answer = sendHtml;
    expect((await read(id)).body.status).toBe(status);
    await age(id, 61 * 60_000);
    expect((await read(id)).body.status).toBe('ready');
  });

  test.each(['application/pdf', 'image/png', 'text/plain', 'video/mp4'])('%j: unsupported', async (type) => {
    answer = (response) => response.setHeader('content-type', type).end(story);
    expect((await read(await save())).body.status).toBe('unsupported');
  });

  test.each(['mailto:ada@example.test', 'javascript:alert(1)', 'a link', 'ftp://127.0.0.1/x'])(
    '%s: unsupported, and nothing is requested',
    async (url) => {
      const id = await save(url);
      let status = '';
      expect(await countSockets(async () => (status = (await read(id)).body.status))).toBe(0);
      expect(status).toBe('unsupported');
    },
  );

  test('no article: empty', async () => {
    answer = (response) =>
      response.setHeader('content-type', 'text/html').end('<p>Please turn on JavaScript.');
    expect((await read(await save())).body.status).toBe('empty');
  });

  // Guarantees that the text of a page is fetched through the same guard as everything else.
  test.each(['http://169.254.169.254/', 'http://127.0.0.1:1/', 'http://[::1]/', 'http://private.example/'])(
    '%s: unreachable, and no connection is opened',
    async (url) => {
      const id = await save(url);
      let status = '';
      expect(await countSockets(async () => (status = (await read(id)).body.status))).toBe(0);
      expect(status).toBe('unreachable');
    },
  );
});

describe('the stored text is deleted', () => {
  const encrypt = (uuid: string) =>
    call(
      'bookmarks.update',
      { params: { uuid }, body: { encrypted: true, cipher: sampleEnvelope() } },
      person,
    );

  test('when the bookmark becomes encrypted, and nothing is fetched from then on', async () => {
    const id = await save();
    await read(id);
    expect(await keptOf(id)).toBe(1);
    await encrypt(id);
    expect(await keptOf(id)).toBe(0);
    expect((await read(id)).problem).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(asked).toHaveLength(1);
  });

  test('even if the page is being fetched while the bookmark becomes encrypted', async () => {
    const id = await save();
    const arrived = Promise.withResolvers<ServerResponse>();
    answer = (response) => arrived.resolve(response);
    const reading = read(id);
    const response = await arrived.promise;
    await encrypt(id);
    response.setHeader('content-type', 'text/html').end(story);
    expect((await reading).status).toBe(404);
    expect(await keptOf(id)).toBe(0);
  });

  test('even if it arrives during the transaction of that change', async () => {
    const id = await save();
    const arrived = Promise.withResolvers<ServerResponse>();
    answer = (response) => arrived.resolve(response);
    const reading = read(id);
    const response = await arrived.promise;
    await inTransaction(db, async (tx) => {
      await tx.$client.query(
        `update bookmarks set encrypted = true, cipher = 'mw1.AAAA', title = null, url = null, url_key = null,
           domain = null, path = null, description = null, title_key = U&'\\+10FFFF', search = null where id = $1`,
        [id],
      );
      response.setHeader('content-type', 'text/html').end(story);
      // The fetch either waits for this transaction or has already ended.
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await Promise.race([
        reading,
        expect.poll(() => db.$client.query(waiting), polling).toHaveProperty('rowCount', 1),
      ]);
    });
    expect((await reading).status).toBe(404);
    expect(await keptOf(id)).toBe(0);
  });

  test('when the URL changes, and stays when anything else does', async () => {
    const id = await save();
    await read(id);
    const change = (body: object) => call('bookmarks.update', { params: { uuid: id }, body }, person);
    await change({ title: 'Other words', tags: 'a, b' });
    expect(await keptOf(id)).toBe(1);
    await change({ url: newUrl() });
    expect(await keptOf(id)).toBe(0);
  });

  test('when the bookmark, its space or its account is deleted', async () => {
    const id = await save();
    await read(id);
    await call('bookmarks.delete', { params: { uuid: id }, query: { permanent: true } }, person);
    expect(await keptOf(id)).toBe(0);
    const other = await signUp();
    const second = await save(newUrl(), other);
    await read(second, other);
    await call('account.delete', { body: { email: other.email } }, other);
    expect(await keptOf(second)).toBe(0);
  });
});

test('a bookmark of another account is not found, and nothing is fetched', async () => {
  const id = await save();
  expect((await read(id, await signUp())).problem.code).toBe('NOT_FOUND');
  expect(asked).toEqual([]);
});
