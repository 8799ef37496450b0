import { describe, expect, test } from 'vitest';
import { createImporter, file, link } from '@/provider/testing/imports';
import { libraryOf, wrongIn } from '@/provider/testing/account-data';
import { createOrganised } from '@/provider/testing/collections';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;
const { send } = createImporter(tested);

/** Creates a library that covers everything, with a smart collection. */
async function withSmart() {
  const person = await signUp({ plan: 'pro' });
  const library = await createOrganised(tested, person);
  const body = { name: 'Smart', smart: { query: '#news' } };
  const smart = (await call('collections.create', { body }, person)).body.uuid;
  return { person, smart, ...library };
}
type Library = Awaited<ReturnType<typeof withSmart>>;
type Refused = Promise<{ problem: { code: string } }>;

describe('no bookmark can be added to or removed from a smart collection directly', () => {
  test.each<[string, (library: Library) => Refused]>([
    [
      'by saving a bookmark',
      ({ person, smart, red }) =>
        call('bookmarks.create', { body: { url: 'https://n.example/', collections: [red, smart] } }, person),
    ],
    [
      'by saving one that is there already',
      ({ person, smart }) =>
        call('bookmarks.create', { body: { url: 'https://a.example/wide', collections: [smart] } }, person),
    ],
    [
      'by an edit',
      ({ person, smart, red, ids }) =>
        call('bookmarks.update', { params: { uuid: ids.a }, body: { collections: [smart, red] } }, person),
    ],
    [
      'by moving there',
      ({ person, smart, ids }) =>
        call('bookmarks.bulk', { body: { action: 'move', collection: smart, uuids: [ids.a] } }, person),
    ],
    [
      'by moving away',
      ({ person, smart, red, ids }) =>
        call(
          'bookmarks.bulk',
          { body: { action: 'move', collection: red, from: smart, uuids: [ids.a] } },
          person,
        ),
    ],
    [
      'by moving there from another space',
      ({ person, smart, other }) =>
        call(
          'bookmarks.bulk',
          { body: { action: 'move', space: person.spaceId, collection: smart, query: {} } },
          { ...person, spaceId: other.spaceId },
        ),
    ],
    [
      'by copying',
      ({ person, smart }) =>
        call('bookmarks.bulk', { body: { action: 'copy', collection: smart, query: {} } }, person),
    ],
    [
      'by taking out',
      ({ person, smart, ids }) =>
        call('bookmarks.bulk', { body: { action: 'removeFrom', collection: smart, uuids: [ids.a] } }, person),
    ],
    [
      'by merging a collection into it',
      ({ person, smart, red }) =>
        call('collections.merge', { params: { uuid: red }, body: { into: smart } }, person),
    ],
    [
      'by merging it into a collection',
      ({ person, smart, red }) =>
        call('collections.merge', { params: { uuid: smart }, body: { into: red } }, person),
    ],
    [
      'by merging bookmarks',
      ({ person, smart, ids }) =>
        call('bookmarks.merge', { body: { keep: ids.a, uuids: [ids.b], collections: [smart] } }, person),
    ],
    [
      'by an import',
      ({ person, smart }) => send(person, file(link('https://i.example/')), { collection: smart }),
    ],
  ])('%s', async (_, act) => {
    const library = await withSmart();
    const before = await libraryOf(db, library.person);
    expect((await act(library)).problem).toMatchObject({ status: 409, code: 'SMART_COLLECTION' });
    expect(await libraryOf(db, library.person)).toEqual(before);
  });

  test('the database enforces it for every writer', async () => {
    const { smart, ids, person } = await withSmart();
    const link = `insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at)
      values ($4, $1, $2, $3, true, now())`;
    await expect(db.$client.query(link, [ids.a, smart, person.spaceId, person.accountId])).rejects.toThrow(
      /check constraint/,
    );
  });
});

describe('a smart collection', () => {
  test('can be named, colored, ordered and published like any other', async () => {
    const { person, smart, red } = await withSmart();
    const params = { uuid: smart };
    const body = { name: 'News', color: 'abcdef', security: 1 } as const;
    const changed = await call('collections.update', { params, body }, person);
    expect(changed.body).toMatchObject({ ...body, count: 2, slug: 'news', smart: { query: '#news' } });
    expect(changed.body.shareUrl).toContain(smart);
    const ordered = await call('collections.order', { params, body: { after: red } }, person);
    expect([ordered.status, ordered.body.count]).toEqual([200, 2]);
  });

  test.each(['keep', 'trash'] as const)(
    'is deleted alone with %s: its matches do not belong to it',
    async (bookmarks) => {
      const { person, smart } = await withSmart();
      const params = { uuid: smart };
      expect((await call('collections.delete', { params, query: { bookmarks } }, person)).status).toBe(204);
      const { pagination } = (await call('bookmarks.list', { query: {} }, person)).body;
      expect(pagination.total).toBe(5);
      expect(await wrongIn(db, person.spaceId)).toEqual([]);
    },
  );

  test('matches bookmarks of another space once it is moved there, and moves no bookmark', async () => {
    const { person, smart, other } = await withSmart();
    const there = { ...person, spaceId: other.spaceId };
    await call('bookmarks.create', { body: { url: 'https://t.example/', tags: 'news' } }, there);
    const moved = await call(
      'collections.move',
      { params: { uuid: smart }, body: { space: other.spaceId } },
      person,
    );
    expect(moved.body.count).toBe(1);
    const { content } = (await call('bookmarks.list', { query: { collection: smart } }, there)).body;
    expect(content.map(({ url }) => url)).toEqual(['https://t.example/']);
    expect((await call('bookmarks.list', { query: {} }, person)).body.pagination.total).toBe(5);
    expect((await call('bookmarks.list', { query: { collection: smart } }, person)).problem.code).toBe(
      'NOT_FOUND',
    );
  });

  test('is never the target of an undone change', async () => {
    const { person, smart, red, ids } = await withSmart();
    const { undo } = (
      await call(
        'bookmarks.bulk',
        { body: { action: 'removeFrom', collection: red, uuids: [ids.a] } },
        person,
      )
    ).body;
    await call('bookmarks.undo', { params: { uuid: undo ?? '' } }, person);
    const { rows } = await db.$client.query('select 1 from bookmark_collections where collection_id = $1', [
      smart,
    ]);
    expect(rows).toEqual([]);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });
});
