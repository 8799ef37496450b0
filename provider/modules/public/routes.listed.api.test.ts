import { beforeAll, describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { newId } from '@/provider/db/client';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { alternates, createTestProvider } from '@/provider/testing/test-provider';

const asked: string[] = [];
const { call, request, signUp, db, clock, logged } = await createTestProvider({
  config: { rateLimitScale: 1 },
  fetchPage: (url) => {
    asked.push(url);
    return Promise.resolve(null);
  },
});
const person = await signUp({ plan: 'pro' });

const make = async (body: Partial<Input<'collections.create'>['body']>): Promise<string> =>
  (await call('collections.create', { body: { name: 'Reading', ...body } }, person)).body.uuid;
const update = (uuid: string, body: Input<'collections.update'>['body']) =>
  call('collections.update', { params: { uuid }, body }, person);

describe('a collection that search engines may list', () => {
  const listed = async (page?: number) =>
    (await call('collections.listed', { query: page === undefined ? {} : { page } })).body;
  const uuids = async (): Promise<string[]> => (await listed()).content.map(({ uuid }) => uuid);

  test('is listed while it is public and its owner allows it', async () => {
    const uuid = await make({ security: 1 });
    expect(await uuids()).not.toContain(uuid);
    expect((await update(uuid, { listed: true })).body.listed).toBe(true);
    const line = (await listed()).content.find((entry) => entry.uuid === uuid);
    expect(line).toEqual({ uuid, slug: 'reading', updatedAt: expect.any(String) as string });
    await update(uuid, { name: 'Watching' });
    expect((await listed()).content.find((entry) => entry.uuid === uuid)?.slug).toBe('watching');
    await update(uuid, { listed: false });
    expect(await uuids()).not.toContain(uuid);
  });

  test('has to be allowed again after it was private', async () => {
    const uuid = await make({ security: 1, listed: true });
    expect(await uuids()).toContain(uuid);
    expect((await update(uuid, { security: 0 })).body.listed).toBe(false);
    expect(await uuids()).not.toContain(uuid);
    expect((await update(uuid, { security: 1 })).body.listed).toBe(false);
    expect((await update(uuid, { security: 0, listed: true })).body.listed).toBe(false);
    expect((await update(uuid, { security: 1, listed: true })).body.listed).toBe(true);
    expect((await update(uuid, { color: '123456' })).body.listed).toBe(true);
    expect((await call('collections.details', { params: { uuid } }, person)).body.collection.listed).toBe(
      true,
    );
  });

  test('is not listed while it is private or its owner is suspended', async () => {
    const hidden = await make({ listed: true });
    const other = await signUp();
    const made = await call('collections.create', { body: { name: 'X', security: 1, listed: true } }, other);
    expect(await uuids()).toContain(made.body.uuid);
    await db.$client.query('update accounts set suspended_at = now() where id = $1', [other.accountId]);
    expect(await uuids()).not.toContain(made.body.uuid);
    expect(await uuids()).not.toContain(hidden);
  });

  test('has a new time when its list changes', async () => {
    const uuid = await make({ security: 1, listed: true });
    const time = async () => (await listed()).content.find((entry) => entry.uuid === uuid)?.updatedAt ?? '';
    const before = await time();
    await call('bookmarks.create', { body: { url: 'https://x.example/', collections: [uuid] } }, person);
    expect((await time()) > before).toBe(true);
  });

  test('is on one of the pages of ten thousand', async () => {
    const rows = 10_001 - (await listed()).content.length;
    await db.$client.query(
      `insert into collections (id, space_id, account_id, name, color, slug, order_key, security, listed, created_at, updated_at)
       select gen_random_uuid(), $1, $2, 'Many', 'ffffff', 'many', 'z' || n, 1, true, now(), now()
       from generate_series(1, $3::integer) n`,
      [person.spaceId, person.accountId, rows],
    );
    const pages = [await listed(), await listed(2), await listed(3)];
    expect(pages.map(({ content }) => content.length)).toEqual([10_000, 1, 0]);
    expect(pages.map(({ pages: count }) => count)).toEqual([2, 2, 2]);
    expect(new Set(pages.flatMap(({ content }) => content.map(({ uuid }) => uuid))).size).toBe(10_001);
    await db.$client.query(`delete from collections where name = 'Many'`);
  });
});

describe('an icon of a public collection', () => {
  const icon = (collection: string, host: string, headers: Record<string, string> = {}) =>
    request(`/v1/preview/favicon/public?${new URLSearchParams({ collection, host }).toString()}`, {
      headers,
    });
  const keep = (host: string, bytes: string) =>
    db.$client.query(
      `insert into favicons (host, content_type, bytes, etag, fetched_at) values ($1, 'image/png', $2, $3, now())`,
      [host, Buffer.from(bytes), `"${host}"`],
    );

  test('is the stored one or a letter, and no request is sent to the site', async () => {
    const uuid = await make({ security: 1 });
    const links = ['https://www.kept.example/a', 'https://plain.example:8080/'];
    await insertBookmarks(
      db,
      person,
      links.map((url) => ({ title: url, url, collections: [uuid] })),
    );
    await keep('kept.example', 'an old picture');
    const found = await icon(uuid, 'kept.example');
    expect(found.status).toBe(200);
    expect(await found.text()).toBe('an old picture');
    expect(found.headers.get('cache-control')).toBe('private, max-age=604800');
    expect(found.headers.get('content-security-policy')).toContain("default-src 'none'");
    const again = await icon(uuid, 'kept.example', { 'if-none-match': found.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    const letter = await icon(uuid, 'plain.example:8080');
    expect(letter.headers.get('content-type')).toBe('image/svg+xml');
    expect(await letter.text()).toContain('<svg');
    expect(asked).toEqual([]);
  });

  test('is not found for a host that the collection does not show', async () => {
    const [uuid, closed] = [await make({ security: 1 }), await make({})];
    const cipher = sampleEnvelope();
    const samples = [
      { title: 'In it', url: 'https://in.example/', collections: [uuid] },
      { title: 'Private', url: 'https://private.example/', collections: [closed] },
      { title: 'Trash', url: 'https://trash.example/', collections: [uuid], deletedAt: new Date() },
      { title: 'Encrypted', url: 'https://encrypted.example/', collections: [uuid] },
    ];
    const ids = await insertBookmarks(db, person, samples);
    for (const host of ['in', 'private', 'trash', 'never']) await keep(`${host}.example`, host);
    const encrypting = { encrypted: true, cipher, hint: '' };
    await call('bookmarks.update', { params: { uuid: ids[3] ?? '' }, body: encrypting }, person);
    await keep('encrypted.example', 'of another account');
    expect((await icon(uuid, 'in.example')).status).toBe(200);
    const hosts = [
      ...[
        'private.example',
        'trash.example',
        'encrypted.example',
        'never.example',
        'IN.EXAMPLE',
        'in.example.',
      ],
      ...['..%2f..%2fetc%2fpasswd', '../../etc/passwd', '127.0.0.1', 'a b', 'x'.repeat(255), 'in.example:80'],
      ...['www.in.example', 'müller.example', 'in.example/', 'http://in.example'],
    ];
    for (const host of hosts) expect((await icon(uuid, host)).status, host).toBe(404);
    expect((await icon(closed, 'private.example')).status).toBe(404);
    expect((await icon(newId(), 'in.example')).status).toBe(404);
    for (const host of ['', 'x'.repeat(300)]) expect((await icon(uuid, host)).status).toBe(422);
    expect((await icon(uuid, 'in.example\0')).status).toBeLessThan(500);
    expect(asked).toEqual([]);
  });

  test('follows the matches of a smart collection, and its publication', async () => {
    const samples = [{ title: 'Smart', url: 'https://smart.example/', tags: ['x'], collections: [] }];
    await insertBookmarks(db, person, [
      ...samples,
      { title: 'Not', url: 'https://not.example/', collections: [] },
    ]);
    const uuid = await make({ security: 1, smart: { query: '#x' } });
    expect((await icon(uuid, 'smart.example')).status).toBe(200);
    expect((await icon(uuid, 'not.example')).status).toBe(404);
    await update(uuid, { security: 0 });
    expect((await icon(uuid, 'smart.example')).status).toBe(404);
  });
});

describe('reading without an account', () => {
  // The clock is frozen at the beginning of a minute.
  beforeAll(() => clock.freeze(new Date(Math.ceil(Date.now() / 60_000) * 60_000)));

  const peer = { address: '198.51.100.7' };
  const read = (uuid: string, query: Input<'collections.public'>['query'] = {}, from = peer) =>
    call('collections.public', { params: { uuid, slug: 'x' }, query }, { peer: from });

  test.skipIf(alternates)(
    'is limited by the address of the reader, searches and distant pages more strictly',
    async () => {
      const uuid = await make({ security: 1 });
      const statuses: number[] = [];
      for (let count = 0; count < 122; count += 1) statuses.push((await read(uuid, { q: 'a' })).status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(120);
      const refused = await read(uuid, { page: 1_000 });
      expect(refused.problem.code).toBe('RATE_LIMITED');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await read(await make({ security: 1, smart: { query: 'a' } }))).status).toBe(429);
      expect((await read(uuid)).status).toBe(200);
      expect((await read(uuid, { q: 'a' }, { address: '198.51.100.8' })).status).toBe(200);
      clock.advance(60_000);
      expect((await read(uuid, { q: 'a' })).status).toBe(200);
    },
  );

  test.skipIf(alternates)('includes the counts of other processes', async () => {
    const uuid = await make({ security: 1 });
    const here = { address: '198.51.100.20' };
    for (let count = 0; count < 12; count += 1) await read(uuid, { q: 'a' }, here);
    await db.$client.query('update rate_limits set hits = hits + 120 where window_start >= $1', [
      new Date(clock.now().getTime() - 60_000),
    ]);
    const statuses: number[] = [];
    for (let count = 0; count < 13; count += 1) statuses.push((await read(uuid, { q: 'a' }, here)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(11);
    expect(statuses.slice(11)).toEqual([429, 429]);
  });

  test('continues if requests cannot be counted, which is logged', async () => {
    const uuid = await make({ security: 1 });
    await db.$client.query('alter table rate_limits rename to rate_limits_away');
    const here = { address: '198.51.100.30' };
    for (let count = 0; count < 24; count += 1) {
      expect((await read(uuid, { q: 'a' }, here)).status).toBe(200);
    }
    await db.$client.query('alter table rate_limits_away rename to rate_limits');
    expect(JSON.stringify(logged)).toContain('requests could not be counted');
  });
});
