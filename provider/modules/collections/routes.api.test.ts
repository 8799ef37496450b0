import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Input, Output } from '@/lib/contract/index';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, db, signUp } = await createTestProvider();

const create = async (token: string, name: string, uuid?: string) =>
  (await call('collections.create', { body: { name, ...(uuid === undefined ? {} : { uuid }) } }, { token }))
    .body;

const summaries = async (token: string) => (await call('collections.simplified', {}, { token })).body.content;

/** Inserts a bookmark with SQL, so that these tests do not depend on the bookmark operations. */
async function addBookmark(spaceId: string, accountId: string, collectionIds: string[]): Promise<string> {
  const id = uuidv7();
  await db.$client.query(
    `insert into bookmarks (id, space_id, account_id, title, title_key, search, url, order_key, created_at, updated_at)
     values ($1, $2, $3, 't', 't', '', 'https://a.example/', 'a', now(), now())`,
    [id, spaceId, accountId],
  );
  await db.$client.query(
    `insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at)
     select $4, $1, unnest($2::uuid[]), $3, true, now()`,
    [id, collectionIds, spaceId, accountId],
  );
  return id;
}

const linksOf = async (bookmarkId: string): Promise<string[]> =>
  (
    await db.$client.query<{ name: string }>(
      'select c.name from bookmark_collections bc join collections c on c.id = bc.collection_id where bc.bookmark_id = $1 order by 1',
      [bookmarkId],
    )
  ).rows.map((row) => row.name);

test('a space starts with its default collection, and new ones follow it by name', async () => {
  const { token } = await signUp();
  await create(token, 'Zebra');
  await create(token, 'água');
  const names = (await summaries(token)).map(({ name, isDefault }) => [name, isDefault]);
  expect(names).toEqual([
    ['Uncategorized', true],
    ['água', false],
    ['Zebra', false],
  ]);
});

test('a collection is created with the given values and defaults for the rest', async () => {
  const { token } = await signUp();
  const input = { name: ' Night trains ', description: 'Routes', color: 'B93A1A', security: 1 as const };
  const { status, body } = await call('collections.create', { body: input }, { token });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: 'Night trains',
    description: 'Routes',
    color: 'b93a1a',
    count: 0,
    isDefault: false,
  });
  expect(body.shareUrl).toBe(`https://markwell.test/public/${body.uuid}/night-trains`);
});

test('the same uuid again is the same creation; that of another account is a conflict that reveals nothing', async () => {
  const mine = await signUp();
  const theirs = await signUp();
  const uuid = uuidv7();
  const first = await call('collections.create', { body: { uuid, name: 'First' } }, mine);
  const again = await call('collections.create', { body: { uuid, name: 'Again' } }, mine);
  expect([first.status, again.status, again.body.name]).toEqual([201, 200, 'First']);
  const foreign = await call('collections.create', { body: { uuid, name: 'Foreign' } }, theirs);
  expect(foreign.problem).toMatchObject({ status: 409, code: 'CONFLICT' });
  expect(JSON.stringify(foreign.problem)).not.toContain('First');
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: '   ' }, 'name'],
  [{ name: 'a'.repeat(201) }, 'name'],
  [{ name: 'a', color: 'red' }, 'color'],
  [{ name: 'a', security: 2 }, 'security'],
  [{ name: 'a', owner: 'me' }, 'owner'],
])('refuses %j at the field', async (body, path) => {
  const { token } = await signUp();
  const { problem } = await call('collections.create', { body: body as never }, { token });
  expect(problem).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' });
  expect(problem.errors?.map((error) => error.path)).toContain(path);
});

test('a change modifies only the given fields', async () => {
  const { token } = await signUp();
  const { uuid } = await create(token, 'Old');
  const { body } = await call(
    'collections.update',
    { params: { uuid }, body: { color: '112233' } },
    { token },
  );
  expect(body).toMatchObject({ name: 'Old', color: '112233', security: 0, shareUrl: null });
  const renamed = await call('collections.update', { params: { uuid }, body: { name: 'New' } }, { token });
  expect(renamed.body).toMatchObject({ name: 'New', slug: 'new', color: '112233' });
});

test('the default collection can be recolored, but not renamed or deleted', async () => {
  const { token } = await signUp();
  const [first] = await summaries(token);
  const params = { uuid: first?.uuid ?? '' };
  const recolored = await call(
    'collections.update',
    { params, body: { color: 'abcdef', name: ' Uncategorized ' } },
    { token },
  );
  expect([recolored.status, recolored.body.color]).toEqual([200, 'abcdef']);
  expect((await call('collections.update', { params, body: { name: 'Mine' } }, { token })).problem.code).toBe(
    'DEFAULT_COLLECTION',
  );
  expect((await call('collections.delete', { params }, { token })).problem.code).toBe('DEFAULT_COLLECTION');
});

test('a collection of another account cannot be changed or deleted', async () => {
  const mine = await signUp();
  const theirs = await signUp();
  const { uuid } = await create(mine.token, 'Mine');
  const changed = await call('collections.update', { params: { uuid }, body: { name: 'Theirs' } }, theirs);
  const deleted = await call('collections.delete', { params: { uuid } }, theirs);
  expect([changed.problem.code, deleted.problem.code]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  expect((await summaries(mine.token)).map(({ name }) => name)).toContain('Mine');
});

test('deleting with keep moves a bookmark without another collection to the default one', async () => {
  const { token, spaceId, accountId } = await signUp();
  const gone = await create(token, 'Gone');
  const stays = await create(token, 'Stays');
  const alone = await addBookmark(spaceId, accountId, [gone.uuid]);
  const both = await addBookmark(spaceId, accountId, [gone.uuid, stays.uuid]);
  expect((await call('collections.delete', { params: { uuid: gone.uuid } }, { token })).status).toBe(204);
  expect([await linksOf(alone), await linksOf(both)]).toEqual([['Uncategorized'], ['Stays']]);
  expect((await summaries(token)).map(({ name, count }) => [name, count])).toEqual([
    ['Uncategorized', 1],
    ['Stays', 1],
  ]);
});

test('deleting with trash moves its bookmarks to the trash, where they keep a collection to be restored to', async () => {
  const { token, spaceId, accountId } = await signUp();
  const gone = await create(token, 'Gone');
  const bookmark = await addBookmark(spaceId, accountId, [gone.uuid]);
  await call('collections.delete', { params: { uuid: gone.uuid }, query: { bookmarks: 'trash' } }, { token });
  const { rows } = await db.$client.query(
    'select deleted_at is not null as gone from bookmarks where id = $1',
    [bookmark],
  );
  expect([rows, await linksOf(bookmark)]).toEqual([[{ gone: true }], ['Uncategorized']]);
  expect((await summaries(token))[0]?.count).toBe(0);
});

test.each(['created_at', 'name', 'last_accessed', 'order'] as const)(
  'by cursor every collection is returned once in the order of %s, while others are added and removed',
  async (sortField) => {
    const { token } = await signUp();
    const made: string[] = [];
    for (let index = 0; index < 12; index += 1) made.push((await create(token, `C${index % 5}`)).uuid);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Input<'collections.list'>['query'] = {
        sortField,
        sortOrder: 'ASC' as const,
        size: 5,
        ...(cursor === null ? {} : { cursor }),
      };
      const page: Output<'collections.list'> = (await call('collections.list', { query }, { token })).body;
      seen.push(...page.content.map(({ uuid }) => uuid));
      if (cursor === null)
        await call('collections.delete', { params: { uuid: seen.at(-1) ?? '' } }, { token });
      cursor = page.pagination.next;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(made.every((uuid) => seen.includes(uuid))).toBe(true);
  },
);

test.each(['x', 'bm90LWpzb24', Buffer.from('["aaaaaaaa","a","b"]').toString('base64url')])(
  'a cursor that is not of this list is refused: %s',
  async (cursor) => {
    const { token } = await signUp();
    const { problem } = await call('collections.list', { query: { cursor } }, { token });
    expect(problem).toMatchObject({ status: 422, errors: [{ path: 'cursor' }] });
  },
);

test('the short list has ten thousand collections at most, including the default one', async () => {
  const { token, spaceId, accountId } = await signUp();
  await db.$client.query(
    `insert into collections (id, space_id, account_id, name, color, slug, order_key, created_at, updated_at)
     select gen_random_uuid(), $1, $2, 'Many', 'ffffff', 'many', 'z' || n, now(), now()
     from generate_series(1, 10000) n`,
    [spaceId, accountId],
  );
  const listed = await summaries(token);
  expect(listed).toHaveLength(10_000);
  expect(listed[0]?.isDefault).toBe(true);
});

test('a collection has one emoji or a known name as its icon, or none', async () => {
  const { token } = await signUp();
  const { body: created } = await call(
    'collections.create',
    { body: { name: 'Trips', icon: '🏔️' } },
    { token },
  );
  expect(created).toMatchObject({ icon: '🏔️', pinned: false });
  const update = (icon: string | null) =>
    call('collections.update', { params: { uuid: created.uuid }, body: { icon } }, { token });
  expect((await update('plane')).body.icon).toBe('plane');
  for (const wrong of ['', 'unknown', 'i-plane', '🏔️🏔️', 'a', '<b>', 'constructor', '✓'])
    expect((await update(wrong)).problem.code, wrong).toBe('VALIDATION_FAILED');
  expect((await summaries(token)).find(({ uuid }) => uuid === created.uuid)?.icon).toBe('plane');
  const body = { url: 'https://icon.example/', collections: [created.uuid] };
  const saved = (await call('bookmarks.create', { body }, { token })).body;
  expect(saved.collections).toMatchObject([{ uuid: created.uuid, icon: 'plane' }]);
  const listed = (await call('bookmarks.list', {}, { token })).body.content;
  expect(listed[0]?.collections).toEqual(saved.collections);
  expect((await update(null)).body.icon).toBeNull();
});
