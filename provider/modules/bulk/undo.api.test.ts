import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { serviceLimits } from '@/lib/contract/service-limits';
import { newId } from '@/provider/db/client';
import { cleanUp } from '@/provider/modules/cleanup/jobs';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { libraryOf, wrongIn } from '@/provider/testing/account-data';
import { createOrganised } from '@/provider/testing/collections';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db, clock } = tested;

const hourMs = 60 * 60_000;

const bulk = async (person: TestAccount, body: Input<'bookmarks.bulk'>['body']): Promise<string> =>
  (await call('bookmarks.bulk', { body }, person)).body.undo ?? '';

const undo = (person: TestAccount, uuid: string) => call('bookmarks.undo', { params: { uuid } }, person);

const bookmark = async (person: TestAccount, uuid: string) => {
  const lists = [{}, { trash: true }].map((query) => call('bookmarks.list', { query }, person));
  const found = (await Promise.all(lists)).flatMap(({ body }) => body.content).find((it) => it.uuid === uuid);
  if (!found) throw new Error('the bookmark is gone');
  return found;
};

const rowsOf = async (person: TestAccount): Promise<number> => {
  const { rowCount } = await db.$client.query(
    'select 1 from change_rows r join bookmarks b on b.id = r.bookmark_id where b.account_id = $1',
    [person.accountId],
  );
  return rowCount ?? 0;
};

describe('a change', () => {
  test('is undone once', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids } = await createOrganised(tested, person);
    const change = await bulk(person, { action: 'favorite', uuids: [ids.a, ids.c], favorite: true });
    expect((await undo(person, change.toUpperCase())).body).toEqual({ affected: 2 });
    expect((await undo(person, change)).problem.code).toBe('NOT_FOUND');
    expect(await rowsOf(person)).toBe(0);
  });

  // The outbox does not read the response to the request that it sends.
  test('is undone by the idempotency key of its request', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids } = await createOrganised(tested, person);
    const key = newId();
    const body = { action: 'delete' as const, uuids: [ids.a, ids.c] };
    await call('bookmarks.bulk', { body }, { ...person, headers: { 'idempotency-key': key } });
    expect((await undo(person, key)).body).toEqual({ affected: 2 });
    expect((await bookmark(person, ids.a)).deletedAt).toBeNull();
    const other = { ...person, headers: { 'idempotency-key': 'not-a-uuid' } };
    expect((await call('bookmarks.bulk', { body }, other)).body).toMatchObject({ affected: 2 });
  });

  test('without effect is undone by the key of its request, too', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids } = await createOrganised(tested, person);
    const key = newId();
    const body = { action: 'restore' as const, uuids: [ids.a] };
    const done = await call('bookmarks.bulk', { body }, { ...person, headers: { 'idempotency-key': key } });
    expect(done.body).toEqual({ affected: 0, undo: null });
    expect((await undo(person, key)).body).toEqual({ affected: 0 });
  });

  test('is refused if its key is the id of another change', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids } = await createOrganised(tested, person);
    await bulk(person, { action: 'favorite', uuids: [ids.a], favorite: true });
    const tags = 'taken';
    await bulk(person, { action: 'tag', uuids: [ids.c], tags });
    const key = newId();
    await call('tags.deleteNamed', { body: { tag: tags, undo: key } }, person);
    const before = await libraryOf(db, person);
    const again = { action: 'favorite' as const, uuids: [ids.a], favorite: true };
    const as = { ...person, headers: { 'idempotency-key': key } };
    expect((await call('bookmarks.bulk', { body: again }, as)).problem.code).toBe('CONFLICT');
    expect(await libraryOf(db, person)).toEqual(before);
    expect((await undo(person, key)).body).toEqual({ affected: 1 });
    expect((await bookmark(person, ids.c)).tags).toContain(tags);
  });

  test('is undone by one of two concurrent calls', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids } = await createOrganised(tested, person);
    const change = await bulk(person, { action: 'delete', uuids: [ids.a] });
    const answers = await Promise.all([undo(person, change), undo(person, change)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('of another account is not found, and remains', async () => {
    const [person, stranger] = [await signUp({ plan: 'pro' }), await signUp()];
    const { ids } = await createOrganised(tested, person);
    const change = await bulk(person, { action: 'delete', uuids: [ids.a] });
    const before = await libraryOf(db, person);
    for (const uuid of [change, newId()]) {
      expect((await undo(stranger, uuid)).problem.code).toBe('NOT_FOUND');
    }
    expect(await libraryOf(db, person)).toEqual(before);
    expect((await undo(person, change)).status).toBe(200);
  });

  test('is undone from any current space', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids, other } = await createOrganised(tested, person);
    const change = await bulk(person, { action: 'delete', uuids: [ids.a] });
    expect((await undo({ ...person, spaceId: other.spaceId }, change)).body).toEqual({ affected: 1 });
  });

  test('that is too old is kept, and its journal is deleted', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids, blue } = await createOrganised(tested, person);
    const [old, young] = [
      await bulk(person, { action: 'favorite', uuids: [ids.a], favorite: true }),
      await bulk(person, { action: 'move', uuids: [ids.a], collection: blue }),
    ];
    await db.$client.query('update changes set created_at = $2 where id = $1', [
      old,
      new Date(clock.now().getTime() - serviceLimits.undoHours * hourMs),
    ]);
    expect((await undo(person, old)).problem.code).toBe('NOT_FOUND');
    expect(await rowsOf(person)).toBe(2);
    await cleanUp(tested.deps);
    expect(await rowsOf(person)).toBe(1);
    expect((await bookmark(person, ids.a)).favorite).toBe(true);
    expect((await undo(person, young)).status).toBe(200);
  });
});

test('the oldest change is dropped when the limit is reached', async () => {
  const person = await signUp({ plan: 'pro' });
  const { ids } = await createOrganised(tested, person);
  const changes: string[] = [];
  for (let count = 0; count <= serviceLimits.undoChanges; count += 1) {
    clock.advance(1);
    changes.push(await bulk(person, { action: 'favorite', uuids: [ids.a], favorite: count % 2 === 0 }));
  }
  expect(await rowsOf(person)).toBe(serviceLimits.undoChanges);
  const [first = '', second = ''] = changes;
  expect((await undo(person, first)).problem.code).toBe('NOT_FOUND');
  expect((await undo(person, second)).status).toBe(200);
});

describe('undoing a change', () => {
  test('does not modify what the change did not touch', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids, blue } = await createOrganised(tested, person);
    const change = await bulk(person, { action: 'favorite', uuids: [ids.a, ids.c], favorite: true });
    clock.advance(1_000);
    const params = { uuid: ids.a };
    const edit = { title: 'Later', tags: 'later', collections: [blue] };
    const edited = (await call('bookmarks.update', { params, body: edit }, person)).body;
    await call('bookmarks.visit', { params }, person);
    expect((await undo(person, change)).body).toEqual({ affected: 2 });
    expect(await bookmark(person, ids.a)).toMatchObject({
      title: 'Later',
      tags: 'later',
      favorite: false,
      visits: 1,
      updatedAt: edited.updatedAt,
      collections: [{ uuid: blue }],
    });
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('restores tags without overwriting a later title', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids } = await createOrganised(tested, person);
    const change = await bulk(person, { action: 'tag', uuids: [ids.a], tags: 'things' });
    await call('bookmarks.update', { params: { uuid: ids.a }, body: { title: 'Later' } }, person);
    await undo(person, change);
    expect(await bookmark(person, ids.a)).toMatchObject({ title: 'Later', tags: 'News,wide open' });
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('skips bookmarks that were deleted since', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids } = await createOrganised(tested, person);
    const change = await bulk(person, { action: 'delete', uuids: [ids.a, ids.b] });
    await bulk(person, { action: 'erase', uuids: [ids.a] });
    expect(await rowsOf(person)).toBe(1);
    expect((await undo(person, change)).body).toEqual({ affected: 1 });
    expect((await bookmark(person, ids.b)).deletedAt).toBeNull();
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('skips collections that were deleted since', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids, red, green } = await (async () => {
      const library = await createOrganised(tested, person);
      const made = await call('collections.create', { body: { name: 'Green' } }, person);
      return { ...library, green: made.body.uuid };
    })();
    const change = await bulk(person, { action: 'move', uuids: [ids.a, ids.b], collection: green });
    await call('collections.delete', { params: { uuid: red } }, person);
    expect((await undo(person, change)).body).toEqual({ affected: 2 });
    const names = async (uuid: string) =>
      (await bookmark(person, uuid)).collections.map(({ name }) => name).join();
    expect([await names(ids.a), await names(ids.b)]).toEqual(['Uncategorized', 'Blue']);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('keeps the collections of a bookmark that was moved to another space since', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids, blue, other } = await createOrganised(tested, person);
    const first = await bulk(person, { action: 'move', uuids: [ids.a], collection: blue });
    const second = await bulk(person, { action: 'move', uuids: [ids.a], space: other.spaceId });
    expect((await undo(person, first)).body).toEqual({ affected: 1 });
    const there = { ...person, spaceId: other.spaceId };
    expect((await bookmark(there, ids.a)).collections).toMatchObject([{ uuid: other.home }]);
    for (const spaceId of [person.spaceId, other.spaceId]) expect(await wrongIn(db, spaceId)).toEqual([]);
    expect((await undo(there, second)).status).toBe(200);
    expect((await bookmark(person, ids.a)).collections).toMatchObject([{ uuid: blue }]);
  });

  test('in reverse order restores the initial state', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids, blue, red, other } = await createOrganised(tested, person);
    const uuids = Object.values(ids);
    const before = await libraryOf(db, person);
    const changes = [
      await bulk(person, { action: 'tag', uuids, tags: 'one, Wide' }),
      await bulk(person, { action: 'move', uuids, collection: blue }),
      await bulk(person, { action: 'copy', uuids, collection: red }),
      await bulk(person, { action: 'untag', uuids, tags: 'news' }),
      await bulk(person, { action: 'delete', uuids }),
      await bulk(person, { action: 'move', uuids, space: other.spaceId, collection: other.green }),
    ];
    for (const change of changes.reverse()) expect((await undo(person, change)).status).toBe(200);
    expect(await libraryOf(db, person)).toEqual(before);
  });
});

test('an encrypted bookmark leaves no word in the journal, and none is restored', async () => {
  const person = await signUp({ plan: 'pro' });
  const { ids } = await createOrganised(tested, person);
  const change = await bulk(person, { action: 'untag', uuids: [ids.a, ids.b], tags: 'news, wide open' });
  const renamed = { params: { name: 'über' }, body: { name: 'UBER' } };
  const spelled = { params: { name: 'uber' }, body: { name: 'Uber' } };
  const other = (await call('tags.rename', renamed, person)).body.undo ?? '';
  await call('tags.rename', spelled, person);
  const encrypted = { encrypted: true, cipher: sampleEnvelope() };
  await call('bookmarks.update', { params: { uuid: ids.a }, body: encrypted }, person);
  await call('bookmarks.update', { params: { uuid: ids.e }, body: encrypted }, person);
  const { rows } = await db.$client.query<{ text: string }>(
    `select concat(before::text, c.renamed_tag) as text from change_rows r join changes c on c.id = r.change_id
     where r.bookmark_id = any ($1)`,
    [[ids.a, ids.e]],
  );
  expect(rows).toHaveLength(3);
  expect(rows.map(({ text }) => text).join('')).not.toMatch(/news|wide|[üu]ber/i);
  expect((await undo(person, change)).body).toEqual({ affected: 2 });
  expect((await undo(person, other)).body).toEqual({ affected: 1 });
  expect(await bookmark(person, ids.a)).toMatchObject({ encrypted: true, tags: '', title: null });
  expect(await bookmark(person, ids.b)).toMatchObject({ tags: 'News' });
  expect(await wrongIn(db, person.spaceId)).toEqual([]);
});
