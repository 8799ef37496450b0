import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { newId } from '@/provider/db/client';
import { countStatements } from '@/provider/testing/statements';
import { envelope, keyIdOf } from '@/provider/testing/envelopes';
import { libraryOf, wrongIn } from '@/provider/testing/account-data';
import { createOrganised } from '@/provider/testing/collections';
import { createEncrypter, insertBookmarks } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;
const { saveEncrypted, encryptAll } = createEncrypter(tested);

type Body = Input<'bookmarks.reencrypt'>['body'];
type Item = Body['items'][number];

const reencrypt = (person: TestAccount, body: Body) => call('bookmarks.reencrypt', { body }, person);

const read = async (ids: readonly string[]) => {
  const { rows } = await db.$client.query<{ key: string; hint: string | null; title: string | null }>(
    'select mw_key_id(cipher) as key, hint, title from bookmarks where id = any ($1::uuid[])',
    [ids],
  );
  return rows;
};

describe('a change of key', () => {
  test('gives every bookmark its new envelope, in all spaces and in the trash', async () => {
    const person = await signUp({ plan: 'pro' });
    const { other } = await createOrganised(tested, person);
    const here = await saveEncrypted(person, 'old', 3);
    const there = await saveEncrypted({ ...person, spaceId: other.spaceId }, 'old', 2);
    await call('bookmarks.delete', { params: { uuid: here[0] ?? '' } }, person);
    const all = [...here, ...there];
    const body = { items: await encryptAll(all, 'new'), hint: 'New', replaces: keyIdOf('old') };
    expect((await reencrypt(person, body)).body).toEqual({ affected: 5 });
    expect(await read(all)).toEqual(all.map(() => ({ key: keyIdOf('new'), hint: 'New', title: null })));
    for (const id of [person.spaceId, other.spaceId]) expect(await wrongIn(db, id)).toEqual([]);
    const { content } = (await call('bookmarks.keys', {}, person)).body;
    expect(content).toMatchObject([{ key: keyIdOf('new'), hint: 'New', count: 5 }]);
  });

  test('keeps the hint of each if none is given, and removes it if an empty one is given', async () => {
    const person = await signUp();
    const all = await saveEncrypted(person, 'old', 2);
    await reencrypt(person, { items: await encryptAll(all, 'new') });
    expect((await read(all)).map(({ hint }) => hint).toSorted()).toEqual(['Hint 0', 'Hint 1']);
    await reencrypt(person, { items: await encryptAll(all, 'new'), hint: '' });
    expect((await read(all)).map(({ hint }) => hint)).toEqual([null, null]);
  });

  test('writes the longest envelopes in several statements', async () => {
    const person = await signUp();
    const all = await saveEncrypted(person, 'old', 12);
    const counts: number[] = [];
    for (const bytes of [284, 28 + 256 * 1_167]) {
      const cipher = envelope('new', bytes);
      const items = (await encryptAll(all, 'new')).map((item) => ({ ...item, cipher }));
      counts.push(
        await countStatements(db, async () => {
          expect((await reencrypt(person, { items })).body).toEqual({ affected: 12 });
        }),
      );
      const { rows } = await db.$client.query(
        'select cipher, count(*)::integer from bookmarks where account_id = $1 and encrypted group by cipher',
        [person.accountId],
      );
      expect(rows).toEqual([{ cipher, count: 12 }]);
    }
    expect(counts[1]).toBeGreaterThan(counts[0] ?? 0);
  });

  describe('does not erase as a copy', () => {
    /** Saves bookmarks of one page, of which the last is in the trash. */
    const setUp = async (count: number) => {
      const person = await signUp();
      const body = { url: `https://${newId()}.example/`, force: true };
      const ids: string[] = [];
      for (let made = 0; made < count; made += 1) {
        ids.push((await call('bookmarks.create', { body }, person)).body.uuid);
      }
      await call('bookmarks.delete', { params: { uuid: ids.at(-1) ?? '' } }, person);
      const items = await encryptAll(ids, 'new');
      return { person, ids, items: ids.map((id) => items.find(({ uuid }) => uuid === id) as Item) };
    };

    test('a bookmark of the request that a later statement encrypts', async () => {
      const { person, ids, items } = await setUp(12);
      const cipher = envelope('new', 28 + 256 * 1_167);
      const body = { items: items.map((item) => ({ ...item, cipher })) };
      expect((await reencrypt(person, body)).body).toEqual({ affected: 12 });
      expect(await read(ids)).toHaveLength(12);
    });

    test('a bookmark that a later call encrypts', async () => {
      const { person, ids, items } = await setUp(2);
      const [first, last] = [items.slice(0, 1), items.slice(1)];
      expect((await reencrypt(person, { items: first, kept: ids.slice(1) })).status).toBe(200);
      expect((await reencrypt(person, { items: last })).body).toEqual({ affected: 1 });
      expect((await read(ids)).map(({ key }) => key)).toEqual([keyIdOf('new'), keyIdOf('new')]);
    });
  });

  test('is rejected as a whole if a bookmark of the account would still use the replaced key', async () => {
    const person = await signUp({ plan: 'pro' });
    const { other } = await createOrganised(tested, person);
    const here = await saveEncrypted(person, 'old', 2);
    const [elsewhere = ''] = await saveEncrypted({ ...person, spaceId: other.spaceId }, 'old', 1);
    await call('bookmarks.delete', { params: { uuid: elsewhere } }, person);
    await saveEncrypted(await signUp(), 'old', 1);
    const before = await libraryOf(db, person);
    const replaces = keyIdOf('old');
    const some = await reencrypt(person, { items: await encryptAll(here, 'new'), replaces });
    expect([some.status, some.problem.code]).toEqual([409, 'OUTDATED']);
    const same = await reencrypt(person, { items: await encryptAll([...here, elsewhere], 'old'), replaces });
    expect(same.problem.code).toBe('OUTDATED');
    expect(await libraryOf(db, person)).toEqual(before);
    const whole = await reencrypt(person, { items: await encryptAll([...here, elsewhere], 'new'), replaces });
    expect(whole.body).toEqual({ affected: 3 });
  });
});

test('fields that an import found in addition to the envelope are written, and can be restored', async () => {
  const person = await signUp({ plan: 'pro' });
  const [id = '', other = ''] = await saveEncrypted(person, 'key', 2);
  const readFields = async () => {
    const { content } = (await call('bookmarks.list', {}, person)).body;
    return content.map(({ uuid, favorite, highlighted, visits, createdAt, lastAccessedAt }) => ({
      ...{ uuid, favorite, highlighted, visits, createdAt, lastAccessedAt },
    }));
  };
  const before = await readFields();
  const [item, untouched] = await encryptAll([id, other], 'key');
  if (!item || !untouched) throw new Error('two were saved');
  const merged = {
    favorite: true,
    highlighted: true,
    visits: 12,
    createdAt: '2009-02-13T23:31:30.000Z',
    lastAccessedAt: '2019-02-13T23:31:30.000Z',
  };
  await reencrypt(person, { items: [{ ...item, ...merged }, untouched] });
  const after = await readFields();
  expect(after.find(({ uuid }) => uuid === id)).toEqual({ uuid: id, ...merged });
  expect(after.find(({ uuid }) => uuid === other)).toEqual(before.find(({ uuid }) => uuid === other));
  // The date of its link to a collection is updated as well.
  expect(after.at(-1)?.uuid).toBe(id);
  expect(await wrongIn(db, person.spaceId)).toEqual([]);

  const [again] = await encryptAll([id], 'key');
  const { uuid: _, ...fields } = before.find(({ uuid }) => uuid === id) ?? { uuid: id };
  await reencrypt(person, { items: [{ ...(again ?? item), ...fields }] });
  expect(await readFields()).toEqual(before);
  expect(await wrongIn(db, person.spaceId)).toEqual([]);
});

describe('a change is rejected as a whole', () => {
  test('if one bookmark belongs to another account, is missing, repeated, or was changed since', async () => {
    const [person, other] = [await signUp(), await signUp()];
    const own = await saveEncrypted(person, 'old', 2);
    const theirs = await encryptAll(await saveEncrypted(other, 'old', 1), 'new');
    const items = await encryptAll(own, 'new');
    const [first, second] = items;
    if (!first || !second) throw new Error('two were saved');
    const stale = { ...second, updatedAt: new Date(Date.parse(second.updatedAt) - 1).toISOString() };
    const before = [await libraryOf(db, person), await libraryOf(db, other)];
    const refusals: [Item[], number, string][] = [
      [[first, ...theirs], 404, 'NOT_FOUND'],
      [[first, { ...second, uuid: newId() }], 404, 'NOT_FOUND'],
      [[first, second, { ...first, cipher: envelope('new') }], 422, 'VALIDATION_FAILED'],
      [[first, stale], 409, 'OUTDATED'],
      [[first, { ...second, updatedAt: '0000-01-01T00:00:00Z' }], 409, 'OUTDATED'],
    ];
    for (const [refused, status, code] of refusals) {
      const answer = await reencrypt(person, { items: refused });
      expect([answer.status, answer.problem.code]).toEqual([status, code]);
    }
    expect([await libraryOf(db, person), await libraryOf(db, other)]).toEqual(before);
  });

  test('for the second of two concurrent devices, which receives a conflict', async () => {
    const person = await signUp();
    const all = await saveEncrypted(person, 'old', 5);
    tested.clock.advance(1_000);
    const [one, two] = [await encryptAll(all, 'one'), await encryptAll(all, 'two')];
    const answers = await Promise.all([reencrypt(person, { items: one }), reencrypt(person, { items: two })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(new Set((await read(all)).map(({ key }) => key)).size).toBe(1);
  });
});

test('ten thousand readable bookmarks are encrypted with a few more statements than two, and leave no word', async () => {
  const counts: number[] = [];
  for (const total of [2, 10_000]) {
    const person = await signUp();
    const ids: string[] = [];
    for (let from = 0; from < total; from += 1_000) {
      const samples = Array.from({ length: Math.min(1_000, total - from) }, (_, at) => ({
        title: `Word${from + at} common`,
        url: `https://host${(from + at) % 300}.example/${from + at}`,
        tags: ['many', `tag ${at % 10}`],
        collections: [],
      }));
      ids.push(...(await insertBookmarks(db, person, samples)));
    }
    const items = await encryptAll(ids, 'key');
    counts.push(
      await countStatements(db, async () => {
        expect((await reencrypt(person, { items })).body).toEqual({ affected: total });
      }),
    );
    const { rows } = await db.$client.query(
      'select 1 from tags where space_id = $1 union all select 1 from space_words where space_id = $1',
      [person.spaceId],
    );
    expect(rows).toEqual([]);
    expect(await read(ids)).toHaveLength(total);
  }
  expect((counts[1] ?? 0) - (counts[0] ?? 0)).toBeLessThanOrEqual(10);
});

test('a change recorded before cannot restore readable words', async () => {
  const person = await signUp();
  const url = 'https://secret.example/';
  const { uuid } = (
    await call('bookmarks.create', { body: { url, title: 'Secret', tags: 'private' } }, person)
  ).body;
  const bulk = async (body: Input<'bookmarks.bulk'>['body']) =>
    (await call('bookmarks.bulk', { body }, person)).body.undo ?? '';
  const changes = [
    await bulk({ action: 'tag', tags: 'more', uuids: [uuid] }),
    await bulk({ action: 'favorite', favorite: true, uuids: [uuid] }),
  ];
  await reencrypt(person, { items: await encryptAll([uuid], 'key') });
  for (const change of changes.toReversed()) {
    expect((await call('bookmarks.undo', { params: { uuid: change } }, person)).body).toEqual({
      affected: 1,
    });
  }
  const { content } = (await call('bookmarks.list', {}, person)).body;
  expect(content).toMatchObject([
    { uuid, encrypted: true, title: null, url: null, tags: '', favorite: false },
  ]);
});

describe('readable bookmarks of the same page', () => {
  const save = async (person: TestAccount, url: string, title = 'A page'): Promise<string> =>
    (await call('bookmarks.create', { body: { url, title, force: true } }, person)).body.uuid;

  test('are found in all spaces of the account; not in the trash, encrypted, or in another account', async () => {
    const [person, stranger] = [await signUp({ plan: 'pro' }), await signUp()];
    const { other } = await createOrganised(tested, person);
    const chosen = await save(person, 'https://same.example/page');
    const here = await save(person, 'http://www.same.example/page/', 'Here');
    const there = await save({ ...person, spaceId: other.spaceId }, 'https://same.example/page', 'There');
    const trashed = await save(person, 'https://same.example/page', 'Trashed');
    const encrypted = await save(person, 'https://same.example/page', 'Encrypted');
    await save(person, 'https://same.example/other');
    await save(stranger, 'https://same.example/page');
    await call('bookmarks.delete', { params: { uuid: trashed } }, person);
    const body = { encrypted: true, cipher: envelope('key') };
    await call('bookmarks.update', { params: { uuid: encrypted }, body }, person);
    const copies = async (uuids: string[], as = person) =>
      (await call('bookmarks.readableCopies', { body: { uuids } }, as)).body;
    const found = await copies([chosen]);
    expect(found.total).toBe(2);
    expect(found.content.map(({ uuid }) => uuid).toSorted()).toEqual([here, there].toSorted());
    expect(await copies([chosen, here, there])).toEqual({ content: [], total: 0 });
    expect(await copies([chosen], stranger)).toEqual({ content: [], total: 0 });
  });

  test('are found for as many bookmarks as a request names', async () => {
    const uuids = Array.from({ length: 100_000 }, () => newId());
    const { status } = await call('bookmarks.readableCopies', { body: { uuids } }, await signUp());
    expect(status).toBe(200);
  });
});
