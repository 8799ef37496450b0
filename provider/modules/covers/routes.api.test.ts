import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { fetchFrom, picture, type TestSite } from '@/provider/testing/covers';
import { envelope } from '@/provider/testing/envelopes';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const site: TestSite = {};
const { fetchPage, requested } = fetchFrom(site);
const { call, signUp, request, db } = await createTestProvider({ fetchPage });

const page = 'https://pictures.example/';
site[page] =
  '<meta property="og:image" content="/og.png"><img src="/body.jpg"><img src="/tiny.png"><img src="/evil.svg?x">';
site[`${page}og.png`] = { type: 'image/png', bytes: await picture(1_200, 630) };
site[`${page}body.jpg`] = { type: 'text/plain', bytes: await picture(900, 600, { seed: 4, format: 'jpeg' }) };
site[`${page}octets`] = {
  type: 'application/octet-stream',
  bytes: await picture(900, 600, { format: 'jpeg' }),
};
site[`${page}tiny.png`] = { type: 'image/png', bytes: await picture(20, 20) };
site[`${page}page.png`] = { type: 'image/png', bytes: Buffer.from('<script>alert(1)</script>') };

async function createBookmark(person: TestAccount): Promise<string> {
  return (await call('bookmarks.create', { body: { url: page, title: 'Page', force: true } }, person)).body
    .uuid;
}

const upload = async (person: TestAccount, uuid: string, body: Uint8Array, type = 'image/png') =>
  call(
    'bookmarks.uploadCover',
    { params: { uuid }, body: new Uint8Array(body) },
    { ...person, headers: { 'content-type': type } },
  );

const read = (person: TestAccount, uuid: string, query = ''): Promise<Response> =>
  request(`/v1/bookmarks/${uuid}/cover${query}`, { headers: { authorization: `Bearer ${person.token}` } });

describe('an uploaded picture', () => {
  test('is served as WebP in two sizes, to its owner alone', async () => {
    const person = await signUp();
    const uuid = await createBookmark(person);
    const { cover } = (await upload(person, uuid, await picture(1_000, 500, { seed: 1 }))).body;
    expect(cover).toMatchObject({ width: 640, height: 320 });
    for (const size of [320, 640]) {
      const response = await read(person, uuid, `?size=${size}&version=${cover?.version}`);
      const { format, width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect([format, width]).toEqual(['webp', size]);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      });
    }
    expect((await read(await signUp(), uuid)).status).toBe(404);
    expect((await request(`/v1/bookmarks/${uuid}/cover`)).status).toBe(401);
  });

  test('replaces another one, which no cache may keep under its name', async () => {
    const person = await signUp();
    const uuid = await createBookmark(person);
    const first = (await upload(person, uuid, await picture(640, 400, { seed: 1 }))).body.cover;
    const second = (await upload(person, uuid, await picture(640, 400, { seed: 2 }))).body.cover;
    expect(second?.version).not.toBe(first?.version);
    const response = await read(person, uuid, `?version=${first?.version}`);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  test.each([
    ['SVG as PNG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 'INVALID_IMAGE'],
    ['HTML as JPEG', Buffer.from('<!doctype html><p>'), 'image/jpeg', 'INVALID_IMAGE'],
    ['nothing', Buffer.alloc(0), 'image/png', 'INVALID_IMAGE'],
    ['SVG', Buffer.from('<svg/>'), 'image/svg+xml', 'UNSUPPORTED_MEDIA_TYPE'],
    ['a large file', Buffer.alloc(10 * 1024 * 1024 + 1), 'image/png', 'BODY_TOO_LARGE'],
  ])('is refused: %s', async (_name, body, type, code) => {
    const person = await signUp();
    const uuid = await createBookmark(person);
    expect((await upload(person, uuid, body, type)).problem.code).toBe(code);
    expect((await read(person, uuid)).status).toBe(404);
  });

  test('removed, it leaves nothing to read', async () => {
    const person = await signUp();
    const uuid = await createBookmark(person);
    await upload(person, uuid, await picture(640, 400));
    expect((await call('bookmarks.removeCover', { params: { uuid } }, person)).body.cover).toBeNull();
    expect((await read(person, uuid)).status).toBe(404);
    expect((await call('bookmarks.removeCover', { params: { uuid } }, person)).status).toBe(200);
  });
});

describe('the pictures of a page', () => {
  test('are listed with small previews, without those that cannot be a cover', async () => {
    const person = await signUp();
    const { content } = (
      await call('bookmarks.pictures', { params: { uuid: await createBookmark(person) } }, person)
    ).body;
    expect(content).toMatchObject([{ url: `${page}og.png`, width: 1_200, height: 630 }]);
    const bytes = Buffer.from(content[0]?.preview.split(',')[1] ?? '', 'base64');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 160 });
  });

  test('can be chosen, as can any other picture', async () => {
    const person = await signUp();
    const uuid = await createBookmark(person);
    const choose = (url: string) =>
      call('bookmarks.chooseCover', { params: { uuid }, body: { url } }, person);
    expect((await choose(`${page}og.png`)).body.cover).toMatchObject({ width: 640, height: 336 });
    expect((await choose(`${page}octets`)).body.cover).toMatchObject({ width: 640, height: 427 });
    for (const url of [`${page}page.png`, `${page}none.png`, page]) {
      expect((await choose(url)).problem.code, url).toBe('INVALID_IMAGE');
    }
    expect((await choose('')).problem.code).toBe('VALIDATION_FAILED');
  });
});

// Guarantee: an encrypted bookmark has no picture, and none is fetched for it.
test('an encrypted bookmark accepts no picture and requests none', async () => {
  const person = await signUp();
  const body = { encrypted: true, cipher: envelope('key') };
  const { uuid } = (await call('bookmarks.create', { body }, person)).body;
  const count = requested.length;
  const answers = [
    await upload(person, uuid, await picture(640, 400)),
    await call('bookmarks.chooseCover', { params: { uuid }, body: { url: `${page}og.png` } }, person),
    await call('bookmarks.pictures', { params: { uuid } }, person),
    await call('bookmarks.removeCover', { params: { uuid } }, person),
    await call('bookmarks.cover', { params: { uuid }, query: {} }, person),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(requested.length).toBe(count);
  expect((await db.$client.query('select from covers where bookmark_id = $1', [uuid])).rowCount).toBe(0);
});
