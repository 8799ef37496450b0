import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { cleanup } from '@/provider/modules/cleanup/jobs';
import { newId } from '@/provider/db/client';
import { picture } from '@/provider/testing/covers';
import { envelope } from '@/provider/testing/envelopes';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, request, db, deps, clock } = await createTestProvider();

const headers = { 'content-type': 'image/png' };
const bytesOf = async (seed: number) => new Uint8Array(await picture(1_000, 500, { seed }));

async function setUp() {
  const person = await signUp({ plan: 'pro' });
  const { uuid: collection } = (await call('collections.create', { body: { name: 'Trains' } }, person)).body;
  return { person, collection };
}

async function save(person: TestAccount, collections: string[], seed = 1): Promise<string> {
  const body = { url: 'https://train.example/', title: 'Train', collections, force: true };
  const { uuid } = (await call('bookmarks.create', { body }, person)).body;
  const upload = { params: { uuid }, body: await bytesOf(seed) };
  expect((await call('bookmarks.uploadCover', upload, { ...person, headers })).status).toBe(200);
  return uuid;
}

const upload = async (person: TestAccount, uuid: string, seed = 2) =>
  call('collections.uploadCover', { params: { uuid }, body: await bytesOf(seed) }, { ...person, headers });
const choose = (person: TestAccount, uuid: string, bookmark: string) =>
  call('collections.chooseCover', { params: { uuid }, body: { bookmark } }, person);
const coverOf = async (person: TestAccount, uuid: string) =>
  (await call('collections.details', { params: { uuid } }, person)).body.collection.cover;
const read = (person: TestAccount, uuid: string, query = '') =>
  request(`/v1/collections/${uuid}/cover${query}`, { headers: { authorization: `Bearer ${person.token}` } });
const readPublic = (collection: string) => request(`/v1/preview/cover/public?collection=${collection}`);
const bytesUsed = async ({ accountId }: TestAccount): Promise<number> => {
  const { rows } = await db.$client.query<{ bytes: string }>(
    'select coalesce(sum(bytes), 0) as bytes from blob_usage where account_id = $1',
    [accountId],
  );
  return Number(rows[0]?.bytes);
};

describe('an uploaded picture of a collection', () => {
  test('is served in two sizes to its owner alone, and counts in the storage', async () => {
    const { person, collection } = await setUp();
    const { cover } = (await upload(person, collection)).body;
    expect(cover).toMatchObject({ width: 640, height: 320, bookmark: null });
    for (const size of [320, 640]) {
      const response = await read(person, collection, `?size=${size}&version=${cover?.version}`);
      expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
      expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(size);
    }
    expect((await read(await signUp(), collection)).status).toBe(404);
    expect(await bytesUsed(person)).toBeGreaterThan(0);
    expect((await readPublic(collection)).status).toBe(404);
    await call('collections.update', { params: { uuid: collection }, body: { security: 1 } }, person);
    expect((await readPublic(collection)).status).toBe(200);
  });

  test('is replaced and removed', async () => {
    const { person, collection } = await setUp();
    const first = (await upload(person, collection, 1)).body.cover;
    expect((await upload(person, collection, 2)).body.cover?.version).not.toBe(first?.version);
    const stale = await read(person, collection, `?version=${first?.version}`);
    expect(stale.headers.get('cache-control')).toBe('private, no-store');
    const removed = await call('collections.removeCover', { params: { uuid: collection } }, person);
    expect(removed.body.cover).toBeNull();
    expect((await read(person, collection)).status).toBe(404);
    expect(await bytesUsed(person)).toBe(0);
  });

  test('comes back when the deletion of the collection is undone, and else is forgotten', async () => {
    const { person, collection } = await setUp();
    await upload(person, collection);
    const undo = newId();
    await call('collections.delete', { params: { uuid: collection }, query: { undo } }, person);
    await cleanup(deps).run(AbortSignal.timeout(60_000));
    await call('bookmarks.undo', { params: { uuid: undo }, query: {} }, person);
    expect((await coverOf(person, collection))?.bookmark).toBeNull();
    expect((await read(person, collection)).status).toBe(200);
    await call('collections.delete', { params: { uuid: collection }, query: {} }, person);
    // The deletion is in the journal in any case, for a day.
    clock.advance(3 * 24 * 60 * 60_000);
    await db.$client.query('delete from changes where account_id = $1', [person.accountId]);
    await cleanup(deps).run(AbortSignal.timeout(60_000));
    expect(await bytesUsed(person)).toBe(0);
  });

  test('is refused if it is none, or for a collection of another account', async () => {
    const { person, collection } = await setUp();
    const wrong = { params: { uuid: collection }, body: new Uint8Array(Buffer.from('<svg/>')) };
    const refused = await call('collections.uploadCover', wrong, { ...person, headers });
    expect(refused.problem.code).toBe('INVALID_IMAGE');
    expect((await upload(await signUp(), collection)).problem.code).toBe('NOT_FOUND');
  });
});

describe('the picture of a bookmark as that of its collection', () => {
  test('is shown as long as the bookmark is there', async () => {
    const { person, collection } = await setUp();
    const bookmark = await save(person, [collection]);
    await upload(person, collection);
    const before = await bytesUsed(person);
    expect((await choose(person, collection, bookmark)).body.cover).toMatchObject({ bookmark, width: 640 });
    expect(await bytesUsed(person)).toBeLessThan(before);
    await call('bookmarks.delete', { params: { uuid: bookmark } }, person);
    expect(await coverOf(person, collection)).toBeNull();
    await call('bookmarks.restore', { params: { uuid: bookmark } }, person);
    expect(await coverOf(person, collection)).toMatchObject({ bookmark });
    const body = { collections: [] };
    await call('bookmarks.update', { params: { uuid: bookmark }, body }, person);
    expect(await coverOf(person, collection)).toBeNull();
  });

  // Guarantee: an encrypted bookmark has no picture anywhere.
  test('is gone when the bookmark is encrypted, on the public page as well', async () => {
    const { person, collection } = await setUp();
    await call('collections.update', { params: { uuid: collection }, body: { security: 1 } }, person);
    const bookmark = await save(person, [collection]);
    await choose(person, collection, bookmark);
    const shown = async () =>
      (await call('collections.public', { params: { uuid: collection, slug: 'trains' } })).body.collection
        .cover;
    expect(await shown()).toMatchObject({ bookmark });
    const secret = { encrypted: true, cipher: envelope('key') };
    await call('bookmarks.update', { params: { uuid: bookmark }, body: secret }, person);
    expect([await coverOf(person, collection), await shown()]).toEqual([null, null]);
    expect((await readPublic(collection)).status).toBe(404);
    expect(await bytesUsed(person)).toBe(0);
  });

  test('must be that of a readable bookmark of the collection with a picture', async () => {
    const { person, collection } = await setUp();
    const elsewhere = await save(person, []);
    const plain = (
      await call(
        'bookmarks.create',
        { body: { url: 'https://plain.example/', title: 'Plain', collections: [collection] } },
        person,
      )
    ).body.uuid;
    const stranger = await setUp();
    const theirs = await save(stranger.person, [stranger.collection]);
    for (const bookmark of [elsewhere, plain, theirs, newId()])
      expect((await choose(person, collection, bookmark)).problem.code).toBe('NOT_FOUND');
    expect(await coverOf(person, collection)).toBeNull();
  });
});
