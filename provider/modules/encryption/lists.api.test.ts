import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { newId } from '@/provider/db/client';
import { envelope, keyIdOf } from '@/provider/testing/envelopes';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, db } = await createTestProvider();

type Item = Input<'bookmarks.createEncrypted'>['body']['items'][number];

const at = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString();

/** Saves an envelope for each of these keys, the first one on the first day; returns the uuids. */
async function save(person: TestAccount, items: readonly ({ key: string } & Partial<Item>)[]) {
  const made = items.map(({ key, ...rest }, index) => ({
    uuid: newId(),
    cipher: envelope(key),
    createdAt: at(index + 1),
    ...rest,
  }));
  await call('bookmarks.createEncrypted', { body: { items: made } }, person);
  return made.map(({ uuid }) => uuid);
}

const keysOf = async (person: TestAccount) => (await call('bookmarks.keys', {}, person)).body.content;

async function addSpace(person: TestAccount): Promise<TestAccount> {
  const { uuid } = (await call('spaces.create', { body: { name: 'Work' } }, person)).body;
  return { ...person, spaceId: uuid };
}

describe('the keys of an account', () => {
  test('are empty if nothing is encrypted, regardless of other accounts', async () => {
    await save(await signUp(), [{ key: 'theirs', hint: 'Theirs' }]);
    expect(await keysOf(await signUp())).toEqual([]);
  });

  test('are listed from the envelopes in every space and in the trash, most recently used first', async () => {
    const person = await signUp({ plan: 'pro' });
    const [, trashed = ''] = await save(person, [
      { key: 'old', hint: 'First' },
      { key: 'old', hint: 'Second' },
      { key: 'old' },
      { key: 'old', hint: '' },
      { key: 'new' },
    ]);
    await call('bookmarks.delete', { params: { uuid: trashed } }, person);
    await save(await addSpace(person), [{ key: 'old', createdAt: at(9) }]);
    const keys = await keysOf(person);
    expect(keys.map(({ samples: _, ...key }) => key)).toEqual([
      { key: keyIdOf('old'), hint: 'Second', count: 5, createdAt: at(1) },
      { key: keyIdOf('new'), hint: null, count: 1, createdAt: at(5) },
    ]);
  });

  test('include the envelopes of the two newest bookmarks and of the oldest one', async () => {
    const person = await signUp();
    const uuids = await save(person, [{ key: 'a' }, { key: 'a' }, { key: 'a' }, { key: 'a' }, { key: 'b' }]);
    const [b, a] = await keysOf(person);
    expect(a?.samples.map(({ uuid }) => uuid)).toEqual([uuids[3], uuids[2], uuids[0]]);
    expect(b?.samples.map(({ uuid }) => uuid)).toEqual([uuids[4]]);
    for (const { cipher } of a?.samples ?? []) expect(cipher.slice(4, 36)).toBe(keyIdOf('a'));
  });

  test('are returned in a response of limited size, regardless of the envelopes', async () => {
    const person = await signUp();
    await db.$client.query(
      `insert into bookmarks (id, space_id, account_id, encrypted, cipher, order_key, created_at, updated_at, title_key)
       select gen_random_uuid(), $1, $2, true, 'mw1.' || lpad(n::text, 32, 'A') || repeat('A', 39964), 'V',
         now() + n * interval '1 second', now(), U&'\\+10FFFF'
       from generate_series(1, 1100) n`,
      [person.spaceId, person.accountId],
    );
    const keys = await keysOf(person);
    expect(keys).toHaveLength(1_000);
    expect(keys.filter(({ samples }) => samples.length > 0)).toHaveLength(50);
    expect(keys[0]).toMatchObject({ key: '1100'.padStart(32, 'A'), count: 1 });
  });
});

describe('encrypted bookmarks in long pages', () => {
  type Query = NonNullable<Input<'bookmarks.encrypted'>['query']>;
  const read = async (person: TestAccount, query: Query = {}) =>
    (await call('bookmarks.encrypted', { query }, person)).body;
  const uuidsOf = async (person: TestAccount, query: Query = {}): Promise<string[]> => {
    const found: string[] = [];
    for (let cursor: string | undefined; ;) {
      const { content, next } = await read(person, { ...query, ...(cursor !== undefined && { cursor }) });
      found.push(...content.map(({ uuid }) => uuid));
      if (next === null) return found;
      cursor = next;
    }
  };

  test('are returned newest first, as whole bookmarks, without any readable one', async () => {
    const person = await signUp();
    await call('bookmarks.create', { body: { url: 'https://plain.example/' } }, person);
    const uuids = await save(person, [{ key: 'a', hint: 'Usual', favorite: true }, { key: 'b' }]);
    const { content, next } = await read(person);
    expect(next).toBeNull();
    expect(content.map(({ uuid }) => uuid)).toEqual(uuids.toReversed());
    const { body } = await call('bookmarks.list', { query: { encrypted: true } }, person);
    expect(content).toEqual(body.content);
    expect(content[1]).toMatchObject({
      hint: 'Usual',
      favorite: true,
      collections: [{ name: 'Uncategorized' }],
    });
  });

  test('can be filtered by key, space and trash', async () => {
    const person = await signUp({ plan: 'pro' });
    const work = await addSpace(person);
    const [a = '', b = '', gone = ''] = await save(person, [{ key: 'a' }, { key: 'b' }, { key: 'a' }]);
    const [there = ''] = await save(work, [{ key: 'a', createdAt: at(8) }]);
    await call('bookmarks.delete', { params: { uuid: gone } }, person);
    const key = keyIdOf('a');
    expect(await uuidsOf(person)).toEqual([b, a]);
    expect(await uuidsOf(person, { trash: 'with' })).toEqual([gone, b, a]);
    expect(await uuidsOf(person, { space: 'all' })).toEqual([there, b, a]);
    expect(await uuidsOf(person, { space: 'all', trash: 'with' })).toEqual([there, gone, b, a]);
    expect(await uuidsOf(person, { key })).toEqual([a]);
    expect(await uuidsOf(person, { key, space: 'all', trash: 'with' })).toEqual([there, gone, a]);
    expect(await uuidsOf(work)).toEqual([there]);
    expect(await uuidsOf(await signUp(), { key, space: 'all' })).toEqual([]);
  });

  test.each([1, 2, 3, 7])(
    'are returned once each by cursor in pages of %j, also with equal times',
    async (size) => {
      const person = await signUp();
      const moments = [at(1), at(1), at(1), at(2), at(3), at(3)];
      const uuids = await save(
        person,
        moments.map((createdAt) => ({ key: 'a', createdAt })),
      );
      const found = await uuidsOf(person, { size });
      expect(found.toSorted()).toEqual(uuids.toSorted());
      expect(found).toEqual(await uuidsOf(person));
    },
  );

  test('continue after the same position while some are added and deleted', async () => {
    const person = await signUp();
    const uuids = await save(person, [{ key: 'a' }, { key: 'a' }, { key: 'a' }, { key: 'a' }]);
    const { content, next } = await read(person, { size: 2 });
    await save(person, [{ key: 'a', createdAt: at(20) }]);
    await call(
      'bookmarks.delete',
      { params: { uuid: content[1]?.uuid ?? '' }, query: { permanent: true } },
      person,
    );
    const rest = await read(person, { size: 2, cursor: next ?? '' });
    expect(rest.content.map(({ uuid }) => uuid)).toEqual([uuids[1], uuids[0]]);
    expect(rest.next).toBeNull();
  });

  test('accept a cursor of the same list only', async () => {
    const person = await signUp();
    await save(person, [{ key: 'a' }, { key: 'a' }]);
    const cursor = (await read(person, { size: 1 })).next ?? '';
    for (const query of [
      { cursor: 'x' },
      { cursor, trash: 'with' },
      { cursor, key: keyIdOf('a') },
    ] as const) {
      expect((await call('bookmarks.encrypted', { query }, person)).status).toBe(422);
    }
    expect((await call('bookmarks.encrypted', { query: { cursor } }, await signUp())).status).toBe(422);
    expect((await call('bookmarks.encrypted', { query: { key: 'x' } }, person)).problem.errors).toMatchObject(
      [{ path: 'key' }],
    );
  });

  test('have a shorter page if envelopes are long, and none is lost', async () => {
    const person = await signUp();
    const long = envelope('a', 28 + 256 * 1_167);
    const items = Array.from({ length: 100 }, () => ({ uuid: newId(), cipher: long }));
    for (let from = 0; from < items.length; from += 10) {
      await call('bookmarks.createEncrypted', { body: { items: items.slice(from, from + 10) } }, person);
    }
    const { content, next } = await read(person);
    expect([content.length, next === null]).toEqual([5, false]);
    expect((await uuidsOf(person)).toSorted()).toEqual(items.map(({ uuid }) => uuid).toSorted());
  });
});
