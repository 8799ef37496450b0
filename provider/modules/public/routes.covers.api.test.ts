import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { picture } from '@/provider/testing/covers';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, request, signUp } = await createTestProvider();
const person = await signUp({ plan: 'pro' });

const make = async (body: { smart?: { query: string } } = {}): Promise<string> => {
  const made = await call('collections.create', { body: { name: 'Trains', security: 1, ...body } }, person);
  return made.body.uuid;
};

/** Saves a bookmark with a picture. */
async function save(collections: string[], title = 'Night train'): Promise<string> {
  const body = { url: `https://${title.replaceAll(' ', '-')}.example/`, title, collections, force: true };
  const { uuid } = (await call('bookmarks.create', { body }, person)).body;
  const bytes = new Uint8Array(await picture(900, 600));
  const headers = { 'content-type': 'image/png' };
  await call('bookmarks.uploadCover', { params: { uuid }, body: bytes }, { ...person, headers });
  return uuid;
}

const read = (collection: string, bookmark: string, size = 320): Promise<Response> =>
  request(`/v1/preview/cover/public?collection=${collection}&bookmark=${bookmark}&size=${size}`);

test('anyone can read the picture of a bookmark that a public collection shows, also a smart one', async () => {
  const [listed, smart] = [await make(), await make({ smart: { query: 'night' } })];
  const uuid = await save([listed]);
  for (const collection of [listed, smart]) {
    const response = await read(collection, uuid);
    expect(response.headers.get('cache-control')).toBe('private, max-age=3600');
    const { format, width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([format, width]).toEqual(['webp', 320]);
  }
  const { body } = await call('collections.public', { params: { uuid: listed, slug: 'trains' } });
  expect(body.bookmarks[0]?.cover).toMatchObject({ width: 640 });
});

// Guarantee: the picture of a bookmark is hidden like the bookmark itself.
test('no other picture can be read', async () => {
  const [listed, smart] = [await make(), await make({ smart: { query: 'night' } })];
  const elsewhere = await save([], 'Day bus');
  const trashed = await save([listed]);
  await call('bookmarks.delete', { params: { uuid: trashed } }, person);
  const encrypted = await save([listed]);
  const secret = { encrypted: true as const, cipher: sampleEnvelope(), hint: '' };
  await call('bookmarks.update', { params: { uuid: encrypted }, body: secret }, person);
  for (const uuid of [elsewhere, trashed, encrypted]) {
    for (const collection of [listed, smart]) expect((await read(collection, uuid)).status).toBe(404);
  }
  const shown = await save([listed]);
  expect((await read(listed, shown)).status).toBe(200);
  await call('collections.update', { params: { uuid: listed }, body: { security: 0 } }, person);
  expect((await read(listed, shown)).status).toBe(404);
});

test('the view is the one that the owner has chosen for the collection, or for its space', async () => {
  const uuid = await make();
  const choose = (views: Record<string, object>) =>
    call('account.updatePreferences', { body: { views } as object }, person);
  const view = async () => {
    const { layout, parts } = (await call('collections.public', { params: { uuid, slug: 'x' } })).body
      .collection;
    return { layout, parts };
  };
  await choose({ [person.spaceId]: { layout: 'headlines', shows: {} } });
  expect(await view()).toEqual({ layout: 'headlines', parts: ['date'] });
  await choose({ [uuid]: { layout: 'cards', shows: { cards: ['cover'] } } });
  expect(await view()).toEqual({ layout: 'cards', parts: ['cover'] });
});
