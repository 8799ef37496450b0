import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { FetchPage } from '@/provider/deps';
import { drawIcon } from '@/provider/integrations/images/favicon';
import { alternates, createTestProvider } from '@/provider/testing/test-provider';

const icon = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#b93a1a' } })
  .png()
  .toBuffer();

// Starts the decoder: the service waits less than half a second for an icon, which the start alone can take.
await drawIcon(icon);

/** A small web: hosts with an icon, hosts without, and one that never responds. */
const asked: string[] = [];
/** Other hosts with an icon, and, after an exclamation mark, hosts that have lost it. */
const withIcon = new Set<string>();
const dayMs = 24 * 60 * 60_000;
const fetchPage: FetchPage = (url) => {
  asked.push(url);
  const { hostname, pathname } = new URL(url);
  if (hostname.startsWith('slow')) return new Promise(() => undefined);
  const hasIcon =
    withIcon.has(hostname) || (/^(?:www\.)?icon/.test(hostname) && !withIcon.has(`!${hostname}`));
  if (!hasIcon || pathname !== '/favicon.ico') return Promise.resolve(null);
  return Promise.resolve({ url, contentType: 'image/png', bytes: icon });
};
const { call, signUp, clock, db } = await createTestProvider({ fetchPage });

/** Returns a new account with a bookmark that is older than any record of a failed fetch. */
async function signUpWith(url: string) {
  const person = await signUp();
  await call('bookmarks.create', { body: { url } }, person);
  await db.$client.query(`update bookmarks set created_at = '2020-01-01' where account_id = $1`, [
    person.accountId,
  ]);
  return person;
}

async function failuresOf(host: string): Promise<number | undefined> {
  const { rows } = await db.$client.query<{ failures: number }>(
    'select failures from favicons where host = $1',
    [host],
  );
  return rows[0]?.failures;
}

/** Requests an icon with a new account that has a bookmark of the site: sessions would expire between the days. */
const favicon = async (url: string, headers: Record<string, string> = {}) => {
  const person = await signUp();
  await call('bookmarks.create', { body: { url } }, person);
  const answer = await call('preview.favicon', { query: { url } }, { ...person, headers });
  return { answer, type: answer.headers.get('content-type') };
};

/** Requests an icon until it is found: a response does not wait for a slow fetch, as on a busy machine. */
const found = async (url: string) => {
  let last = await favicon(url);
  await expect
    .poll(async () => (last.type === 'image/png' ? last : (last = await favicon(url))).type)
    .toBe('image/png');
  return last;
};

describe('the icon of a site', () => {
  test('is fetched once and then served from the store, to every account', async () => {
    const first = await found('https://www.icon-one.example/page');
    expect([first.answer.status, first.type]).toEqual([200, 'image/png']);
    expect(first.answer.headers.get('cache-control')).toBe('private, max-age=604800');
    const before = asked.length;
    const again = await favicon('https://icon-one.example/other');
    expect(await again.answer.body.arrayBuffer()).toEqual(await first.answer.body.arrayBuffer());
    expect(asked.length).toBe(before);
  });

  test('is not sent again to a client that has it', async () => {
    const { answer } = await found('https://icon-two.example/');
    const etag = answer.headers.get('etag') ?? '';
    const again = await favicon('https://icon-two.example/', { 'if-none-match': etag });
    expect(again.answer.status).toBe(304);
    const changed = await favicon('https://icon-two.example/', { 'if-none-match': '"other"' });
    expect(changed.answer.status).toBe(200);
  });

  test.skipIf(alternates)('is fetched once for concurrent requests', async () => {
    const before = asked.length;
    await Promise.all(Array.from({ length: 20 }, () => favicon('https://icon-three.example/')));
    const front = asked.slice(before).filter((url) => url === 'https://icon-three.example/');
    expect(front).toHaveLength(1);
  });

  test('is a letter tile if there is none, and is fetched again after minutes, then hours, then a day', async () => {
    const url = 'https://bare.example/';
    /** Returns whether a request of the icon causes requests to the site. */
    const isFetched = async () => {
      const before = asked.length;
      const answer = await call('preview.favicon', { query: { url } }, await signUpWith(url));
      expect(answer.headers.get('content-type')).toBe('image/svg+xml');
      return asked.length > before;
    };
    expect(await isFetched()).toBe(true);
    for (const minutes of [2, 10, 60, 6 * 60, 24 * 60, 24 * 60]) {
      clock.advance(minutes * 60_000 - 1_000);
      expect(await isFetched(), `before ${minutes} minutes`).toBe(false);
      clock.advance(2_000);
      expect(await isFetched(), `after ${minutes} minutes`).toBe(true);
    }
  });

  test('that failed is fetched at once for a bookmark that is saved after it', async () => {
    const url = 'https://late.example/';
    await favicon(url);
    withIcon.add('late.example');
    expect((await found(url)).type).toBe('image/png');
  });

  test('stays if a later fetch fails', async () => {
    const url = 'https://icon-lost.example/';
    await found(url);
    clock.advance(8 * dayMs);
    withIcon.add('!icon-lost.example');
    const before = asked.length;
    expect((await favicon(url)).type).toBe('image/png');
    await expect.poll(() => failuresOf('icon-lost.example')).toBe(1);
    expect(asked.length).toBeGreaterThan(before);
    expect((await favicon(url)).type).toBe('image/png');
  });

  test('is kept apart for http and https', async () => {
    await found('https://icon-both.example/');
    const before = asked.length;
    expect((await found('http://icon-both.example/')).type).toBe('image/png');
    expect(asked.slice(before)).toContain('http://icon-both.example/favicon.ico');
  });

  test('is not delayed by a site that does not respond', async () => {
    const { answer, type } = await favicon('https://slow.example/');
    expect(type).toBe('image/svg+xml');
    expect(answer.headers.get('cache-control')).toBe('private, max-age=30');
  });

  test('is returned once more when it is old, while a new one is fetched', async () => {
    await found('https://icon-old.example/');
    clock.advance(8 * 24 * 60 * 60_000);
    const before = asked.length;
    const { type } = await favicon('https://icon-old.example/');
    expect(type).toBe('image/png');
    await expect.poll(() => asked.length).toBeGreaterThan(before);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'not an address', 'file:///etc/passwd'])(
    'is never looked for behind %j',
    async (url) => {
      const before = asked.length;
      const { answer, type } = await favicon(url);
      expect([answer.status, type, asked.length]).toEqual([200, 'image/svg+xml', before]);
    },
  );
});

// Guarantee: an account cannot find out which sites others have bookmarked.
test.skipIf(alternates)(
  'of a site that the account has no bookmark of, the store is neither read nor written',
  async () => {
    const url = 'https://icon-private.example/';
    await favicon(url);
    const stranger = await signUp();
    const ask = () => call('preview.favicon', { query: { url } }, stranger);
    const before = asked.length;
    const [unstored] = [
      await call('preview.favicon', { query: { url: 'https://icon-new.example/' } }, stranger),
    ];
    const fetched = asked.length - before;
    const stored = await ask();
    expect(asked.length - before).toBe(2 * fetched);
    expect(stored.headers.get('cache-control')).toBe(unstored.headers.get('cache-control'));
    const { rows } = await db.$client.query(`select 1 from favicons where host = 'icon-new.example'`);
    expect(rows).toEqual([]);
    await call('bookmarks.create', { body: { url } }, stranger);
    const afterSaving = asked.length;
    await ask();
    expect(asked.length).toBe(afterSaving);
  },
);

test('icons are stored by host only: nothing reveals who requested them or for which page', async () => {
  await favicon('https://icon-path.example/secret/path?token=1');
  const { rows } = await db.$client.query<{ row: string }>('select f::text as row from favicons f');
  expect(rows.some(({ row }) => row.includes('secret'))).toBe(false);
});
