import { describe, expect, test } from 'vitest';
import { newId } from '@/provider/db/client';
import { countStatements } from '@/provider/testing/statements';
import { libraryOf, wrongIn } from '@/provider/testing/account-data';
import { createOrganised, type Organised } from '@/provider/testing/collections';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db, clock } = tested;

const undo = (person: TestAccount, uuid: string, limit?: number) =>
  call('bookmarks.undo', { params: { uuid }, query: { limit } }, person);

interface Library extends Organised {
  person: TestAccount;
  there: TestAccount;
  smart: string;
}

/**
 * Creates a public, listed, described collection that was imported, used as an import target, ordered and opened; a
 * smart one.
 */
async function setUp(): Promise<Library> {
  const person = await signUp({ plan: 'pro' });
  const library = await createOrganised(tested, person);
  const { red, blue, ids } = library;
  const details = {
    ...({ description: 'All things red', color: 'aa1122', security: 1, listed: true } as const),
    ...{ icon: '🍎', pinned: true },
  };
  await call('collections.update', { params: { uuid: red }, body: details }, person);
  await call('collections.order', { params: { uuid: red }, body: { after: blue } }, person);
  await call('collections.details', { params: { uuid: red } }, person);
  const smart = await call(
    'collections.create',
    { body: { name: 'Smart', smart: { query: 'is:favorite' } } },
    person,
  );
  await call('bookmarks.delete', { params: { uuid: ids.d } }, person);
  const { $client } = db;
  await $client.query(
    `update collections set source_path = '{Bar,Red}', extra = '{"X":"1"}', import_id = $2 where id = $1`,
    [red, newId()],
  );
  await $client.query(
    `insert into imports (id, account_id, space_id, collection_id, status, dry_run, created_at)
     values ($1, $2, $3, $4, 'done', false, now())`,
    [newId(), person.accountId, person.spaceId, red],
  );
  await $client.query('update bookmark_collections set import_id = $2 where bookmark_id = $1', [
    ids.a,
    newId(),
  ]);
  clock.advance(1_000);
  const there = { ...person, spaceId: library.other.spaceId };
  return { ...library, person, there, smart: smart.body.uuid };
}

/** Returns the library without recomputed fields: see [Note: What is shown] and `countSmart`. */
async function stateOf({ person }: Library): Promise<unknown> {
  const { changes: _changes, collections = [], ...rest } = await libraryOf(db, person);
  const { rows: imports } = await db.$client.query('select * from imports where account_id = $1', [
    person.accountId,
  ]);
  const derived = ['smart_count', 'smart_revision', 'smart_counted_for', 'shown_count', 'shown_at'];
  const stored = collections.map((row): unknown =>
    JSON.parse(row, (key, value: unknown) => (derived.includes(key) ? null : value)),
  );
  return { ...rest, collections: stored, imports };
}

async function expectSound({ person, there }: Library): Promise<void> {
  for (const { spaceId } of [person, there]) expect(await wrongIn(db, spaceId)).toEqual([]);
}

type Act = (library: Library, undo: string) => Promise<{ status: number }>;

const remove =
  (which: 'red' | 'blue' | 'smart', bookmarks: 'keep' | 'trash'): Act =>
  ({ person, [which]: uuid }, id) =>
    call('collections.delete', { params: { uuid }, query: { bookmarks, undo: id } }, person);

const mergeInto =
  (goal: 'blue' | 'home'): Act =>
  ({ person, red: uuid, [goal]: into }, id) =>
    call('collections.merge', { params: { uuid }, body: { into, undo: id } }, person);

const move =
  (which: 'red' | 'blue' | 'smart'): Act =>
  ({ person, other, [which]: uuid }, id) =>
    call('collections.move', { params: { uuid }, body: { space: other.spaceId, undo: id } }, person);

const acts: readonly (readonly [string, Act])[] = [
  ['deleting a collection and keeping its bookmarks', remove('red', 'keep')],
  ['deleting a collection with its bookmarks', remove('red', 'trash')],
  ['deleting a collection with bookmarks in the trash', remove('blue', 'trash')],
  ['deleting a smart collection', remove('smart', 'keep')],
  ['merging a collection into another', mergeInto('blue')],
  ['merging a collection into the default one', mergeInto('home')],
  ['moving a collection to another space', move('red')],
  ['moving a collection with bookmarks in the trash', move('blue')],
  ['moving a smart collection', move('smart')],
];

describe.each(acts)('%s', (_name, act) => {
  test('is undone exactly, once', async () => {
    const library = await setUp();
    const before = await stateOf(library);
    const id = newId();
    expect((await act(library, id)).status).toBeLessThan(300);
    expect(await stateOf(library)).not.toEqual(before);
    await expectSound(library);
    clock.advance(1_000);
    expect((await undo(library.person, id)).status).toBe(200);
    expect(await stateOf(library)).toEqual(before);
    await expectSound(library);
    expect((await undo(library.person, id)).problem.code).toBe('NOT_FOUND');
    const { rows } = await db.$client.query('select from change_collections where change_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test('can be undone in parts of one bookmark', async () => {
    const library = await setUp();
    const before = await stateOf(library);
    const id = newId();
    await act(library, id);
    for (let remaining = Infinity; remaining > 0;) {
      const { body } = await undo(library.person, id, 1);
      expect(body.remaining).toBeLessThan(remaining);
      remaining = body.remaining ?? NaN;
      await expectSound(library);
    }
    expect(await stateOf(library)).toEqual(before);
  });

  test('cannot be undone by another account, nor with an id that is taken', async () => {
    const library = await setUp();
    const id = newId();
    await act(library, id);
    const stranger = await setUp();
    const theirs = await stateOf(stranger);
    expect((await undo(stranger.person, id)).problem.code).toBe('NOT_FOUND');
    expect((await act(stranger, id)).status).toBe(409);
    expect(await stateOf(stranger)).toEqual(theirs);
  });
});

test('a public collection whose deletion is undone is public at the same URL', async () => {
  const library = await setUp();
  const [id, { person, red }] = [newId(), library];
  const { shareUrl } = (await call('collections.details', { params: { uuid: red } }, person)).body.collection;
  await remove('red', 'keep')(library, id);
  const params = { uuid: red, slug: 'red' };
  expect((await call('collections.public', { params })).problem.code).toBe('NOT_FOUND');
  await undo(person, id);
  expect((await call('collections.public', { params })).body).toMatchObject({
    collection: { name: 'Red' },
    bookmarks: [{ title: 'c' }, { title: 'b' }, { title: 'a' }],
  });
  const shown = (await call('collections.details', { params: { uuid: red } }, person)).body;
  expect(shown.collection).toMatchObject({ shareUrl, count: 3 });
});

test('a moved collection returns with bookmarks added since, and with those that left it', async () => {
  const library = await setUp();
  const [id, { person, there, red, other, ids }] = [newId(), library];
  await move('red')(library, id);
  const body = { url: 'https://added.example/', title: 'Added', collections: [red] };
  await call('bookmarks.create', { body }, there);
  await call('bookmarks.bulk', { body: { action: 'move', uuids: [ids.a], collection: other.green } }, there);
  await undo(person, id);
  const { content } = (await call('bookmarks.list', { query: { collection: red } }, person)).body;
  expect(content.map(({ title }) => title).sort()).toEqual(['Added', 'a', 'b', 'c']);
  await expectSound(library);
});

test('a merge and the later deletion of its target are undone one after the other', async () => {
  const library = await setUp();
  const before = await stateOf(library);
  const [merged, deleted] = [newId(), newId()];
  await mergeInto('blue')(library, merged);
  clock.advance(1_000);
  await remove('blue', 'trash')(library, deleted);
  await undo(library.person, deleted);
  await expectSound(library);
  await undo(library.person, merged);
  expect(await stateOf(library)).toEqual(before);
});

test('deleting a collection takes as many statements for thousands of bookmarks as for two', async () => {
  const person = await signUp();
  const count = async (size: number): Promise<number> => {
    const { uuid } = (await call('collections.create', { body: { name: `${size}` } }, person)).body;
    const samples = Array.from({ length: size }, (_, index) => ({
      title: `${index}`,
      url: `https://many.example/${size}/${index}`,
      collections: [uuid],
    }));
    await insertBookmarks(db, person, samples);
    return countStatements(db, () => call('collections.delete', { params: { uuid } }, person));
  };
  const few = await count(2);
  expect(await count(3_000)).toBe(few);
});
