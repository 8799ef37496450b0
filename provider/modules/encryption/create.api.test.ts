import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { newId } from '@/provider/db/client';
import { countStatements } from '@/provider/testing/statements';
import { envelope } from '@/provider/testing/envelopes';
import { libraryOf, wrongIn } from '@/provider/testing/account-data';
import { createOrganised } from '@/provider/testing/collections';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;

type Item = Input<'bookmarks.createEncrypted'>['body']['items'][number];

const create = (person: TestAccount, items: Item[]) =>
  call('bookmarks.createEncrypted', { body: { items } }, person);

const item = (more: Partial<Item> = {}): Item => ({ uuid: newId(), cipher: envelope('key'), ...more });

const listed = async (person: TestAccount) => {
  const query = { sortField: 'order', sortOrder: 'ASC', size: 200 } as const;
  return (await call('bookmarks.list', { query }, person)).body.content;
};

describe('many encrypted bookmarks', () => {
  test('are saved unchanged, above everything older, in the given order', async () => {
    const person = await signUp({ plan: 'pro' });
    const { red, blue } = await createOrganised(tested, person);
    const items = [
      item({
        hint: 'The usual',
        favorite: true,
        collections: [red, blue, red],
        createdAt: '2019-03-01T10:00:00.123Z',
        highlighted: true,
        visits: 7,
        lastAccessedAt: '2020-03-01T10:00:00.123Z',
      }),
      item({ hint: '', lastAccessedAt: '0000-01-01T00:00:00Z' }),
      item({ collections: [] }),
    ];
    const { status, body } = await create(person, items);
    expect([status, body]).toEqual([201, { created: 3 }]);
    const [first, second, third, ...older] = await listed(person);
    expect(first).toMatchObject({
      uuid: items[0]?.uuid,
      cipher: items[0]?.cipher,
      encrypted: true,
      title: null,
      tags: '',
      hint: 'The usual',
      favorite: true,
      createdAt: '2019-03-01T10:00:00.123Z',
      highlighted: true,
      visits: 7,
      lastAccessedAt: '2020-03-01T10:00:00.123Z',
      deletedAt: null,
    });
    expect(second).toMatchObject({ highlighted: false, visits: 0, lastAccessedAt: null });
    expect(first?.collections.map(({ name }) => name)).toEqual(['Blue', 'Red']);
    expect([second?.uuid, second?.hint]).toEqual([items[1]?.uuid, null]);
    expect(third?.collections).toMatchObject([{ name: 'Uncategorized' }]);
    expect(older).toHaveLength(5);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('increment the revision of their space, by which smart collections are counted', async () => {
    const person = await signUp();
    const revision = async () => {
      const { rows } = await db.$client.query<{ revision: string }>(
        'select revision from spaces where id = $1',
        [person.spaceId],
      );
      return Number(rows[0]?.revision);
    };
    const before = await revision();
    await create(person, [item()]);
    expect(await revision()).toBeGreaterThan(before);
  });

  test('that the account created before do not change, also when all are sent again', async () => {
    const person = await signUp();
    const [known, added] = [item({ hint: 'First' }), item()];
    await create(person, [known]);
    const changed = { ...known, cipher: envelope('other'), hint: 'Second', collections: [newId()] };
    expect((await create(person, [changed, added, added])).body).toEqual({ created: 1 });
    expect((await listed(person)).map(({ uuid }) => uuid)).toEqual([added.uuid, known.uuid]);
    const before = await libraryOf(db, person);
    expect((await create(person, [known, added])).body).toEqual({ created: 0 });
    expect(await libraryOf(db, person)).toEqual(before);
    expect(before['bookmarks']?.join()).toContain('"hint":"First"');
  });

  test.each(['0000-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '2100-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
    'do not accept %s as a time',
    async (createdAt) => {
      const person = await signUp();
      const from = Date.now() - 1;
      await create(person, [item({ createdAt })]);
      const [bookmark] = await listed(person);
      expect(Date.parse(bookmark?.createdAt ?? '')).toBeGreaterThanOrEqual(from);
    },
  );

  test('are all rejected, and nothing is written, if one cannot be saved', async () => {
    const [person, other] = [await signUp({ plan: 'pro' }), await signUp()];
    const taken = item();
    await create(other, [taken]);
    const smart = await call(
      'collections.create',
      { body: { name: 'Smart', smart: { query: 'is:favorite' } } },
      person,
    );
    const foreign = await call('collections.create', { body: { name: 'Foreign' } }, other);
    const refusals: [Item, number, string][] = [
      [{ ...taken, cipher: envelope('mine') }, 409, 'CONFLICT'],
      [item({ collections: [foreign.body.uuid] }), 404, 'NOT_FOUND'],
      [item({ collections: [smart.body.uuid] }), 409, 'SMART_COLLECTION'],
      [item({ cipher: 'mw2.AAAA' }), 422, 'VALIDATION_FAILED'],
      [item({ cipher: `${envelope('key')}=` }), 422, 'VALIDATION_FAILED'],
    ];
    const before = [await libraryOf(db, person), await libraryOf(db, other)];
    for (const [refused, status, code] of refusals) {
      const answer = await create(person, [item(), refused, item()]);
      expect([answer.status, answer.problem.code]).toEqual([status, code]);
    }
    expect((await create({ ...person, spaceId: other.spaceId }, [item()])).problem.code).toBe(
      'SPACE_NOT_FOUND',
    );
    expect([await libraryOf(db, person), await libraryOf(db, other)]).toEqual(before);
  });

  test('store readable words nowhere', async () => {
    const person = await signUp();
    for (const words of [
      { title: 'x' },
      { url: 'https://x.example/' },
      { description: 'x' },
      { tags: 'x' },
    ]) {
      expect((await create(person, [{ ...item(), ...words }])).status).toBe(422);
    }
  });

  test('take as many statements for two as for five thousand', async () => {
    const counts: number[] = [];
    for (const count of [2, 5_000]) {
      const person = await signUp();
      const items = Array.from({ length: count }, () => item());
      counts.push(await countStatements(db, () => create(person, items)));
      expect(await wrongIn(db, person.spaceId)).toEqual([]);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  test('of the greatest length are saved in the given order, in several statements', async () => {
    const person = await signUp();
    const items = Array.from({ length: 12 }, () => item({ cipher: envelope('key', 28 + 256 * 1_167) }));
    const short = await countStatements(db, () => create(person, [item()]));
    expect(await countStatements(db, () => create(person, items))).toBe(short + 2);
    const rows = await db.execute<{ id: string; cipher: string }>(
      sql`select id, cipher from bookmarks where account_id = ${person.accountId} and space_id = ${person.spaceId} order by order_key`,
    );
    expect(rows.rows.slice(0, 12).map(({ id, cipher }) => [id, cipher])).toEqual(
      items.map(({ uuid, cipher }) => [uuid, cipher]),
    );
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('sent twice concurrently are created once', async () => {
    const person = await signUp();
    const items = Array.from({ length: 20 }, () => item());
    const answers = await Promise.all([create(person, items), create(person, items.toReversed())]);
    expect(answers.map(({ body }) => body.created).toSorted()).toEqual([0, 20]);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });
});
