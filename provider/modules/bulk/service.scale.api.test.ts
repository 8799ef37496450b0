import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { createRandom } from '@/lib/utils/random';
import { countStatements } from '@/provider/testing/statements';
import { wrongIn } from '@/provider/testing/account-data';
import { createOrganised } from '@/provider/testing/collections';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;

type Body = Input<'bookmarks.bulk'>['body'];

const bulk = (person: TestAccount, body: Body) => call('bookmarks.bulk', { body }, person);
const undo = (person: TestAccount, uuid: string) => call('bookmarks.undo', { params: { uuid } }, person);

const add = (person: TestAccount, collection: string, count: number): Promise<string[]> =>
  insertBookmarks(
    db,
    person,
    Array.from({ length: count }, (_, index) => ({
      title: `${index}`,
      url: `https://many.example/${index}`,
      collections: [collection],
      tags: ['many', `tag ${index % 10}`],
    })),
  );

describe('the number of statements', () => {
  const actions: ((l: { red: string; blue: string; space: string }) => Body)[] = [
    ({ blue }) => ({ action: 'move', collection: blue }),
    ({ blue, red }) => ({ action: 'move', collection: blue, from: red }),
    ({ space }) => ({ action: 'move', space }),
    ({ blue }) => ({ action: 'copy', collection: blue }),
    ({ red }) => ({ action: 'removeFrom', collection: red }),
    () => ({ action: 'tag', tags: 'a, b, c' }),
    () => ({ action: 'untag', tags: 'many' }),
    () => ({ action: 'favorite', favorite: true }),
    () => ({ action: 'highlight', highlighted: true }),
    () => ({ action: 'delete' }),
    () => ({ action: 'erase' }),
  ];

  test.each(
    actions.map((action) => ({
      action,
      shown: JSON.stringify(action({ red: 'red', blue: 'blue', space: 'space' })),
    })),
  )('$shown: is the same for two and for five hundred, and so is that of undoing it', async ({ action }) => {
    const counts: number[] = [];
    for (const count of [2, 500]) {
      const person = await signUp({ plan: 'pro' });
      const { red, blue, other } = await createOrganised(tested, person);
      const uuids = await add(person, red, count);
      let change: string | null = null;
      const input = { ...action({ red, blue, space: other.spaceId }), uuids };
      counts.push(
        await countStatements(db, async () => {
          const { body } = await bulk(person, input);
          expect(body.affected).toBe(count);
          change = body.undo;
        }),
        await countStatements(db, async () => {
          if (change !== null) expect((await undo(person, change)).body.affected).toBe(count);
        }),
      );
    }
    const [few, fewBack, many, manyBack] = counts;
    expect([many, manyBack]).toEqual([few, fewBack]);
  });
});

test('thousands are found by their new words at once, and by the old ones after undo', async () => {
  const person = await signUp({ plan: 'pro' });
  const { red } = await createOrganised(tested, person);
  for (let count = 0; count < 3; count += 1) await add(person, red, 900);
  const found = async (q: string): Promise<number> =>
    (await call('search.find', { query: { q } }, person)).body.bookmarks.length;
  const query = { tag: 'many' };
  const tagged = (await bulk(person, { action: 'tag', tags: 'zanzibar', query })).body;
  expect([tagged.affected, await found('zanzibar')]).toEqual([2_700, 50]);
  const untagged = (await bulk(person, { action: 'untag', tags: 'many', query })).body;
  expect(untagged.affected).toBe(2_700);
  for (const { undo: change } of [untagged, tagged]) {
    expect((await undo(person, change ?? '')).body).toEqual({ affected: 2_700 });
  }
  expect(await found('zanzibar')).toBe(0);
  expect(await wrongIn(db, person.spaceId)).toEqual([]);
});

test('emptying a trash of 20,000 does not affect other bookmarks, spaces and accounts, and can be repeated', async () => {
  const [person, stranger] = [await signUp({ plan: 'pro' }), await signUp()];
  const { ids, other } = await createOrganised(tested, person);
  const there = { ...person, spaceId: other.spaceId };
  const strangers = await createOrganised(tested, stranger);
  const kept = await call('bookmarks.create', { body: { title: 'z', url: 'https://z.example/' } }, there);
  await bulk(there, { action: 'delete', uuids: [kept.body.uuid] });
  await db.$client.query(
    `insert into bookmarks (id, space_id, account_id, title, url, order_key, created_at, updated_at, title_key, search, deleted_at)
     select gen_random_uuid(), $1, $2, 'x', 'https://x.example/', 'V', now(), now(), 'x', '', now() from generate_series(1, 20000)`,
    [person.spaceId, person.accountId],
  );
  const empty = () => bulk(person, { action: 'erase', query: { trash: true } });
  const [first, second] = (await Promise.all([empty(), empty()])).map(({ body }) => body.affected);
  expect([first, second].sort()).toEqual([0, 20_001]);
  expect((await empty()).body).toEqual({ affected: 0, undo: null });
  const { rows } = await db.$client.query<{ id: string }>('select id from bookmarks where account_id = $1', [
    person.accountId,
  ]);
  const { old, ...live } = ids;
  expect(rows.map(({ id }) => id).sort()).toEqual([...Object.values(live), kept.body.uuid].sort());
  const theirs = await call('bookmarks.list', { query: { trash: true } }, stranger);
  expect(theirs.body.content.map(({ uuid }) => uuid)).toEqual([strangers.ids.old]);
  expect(rows.map(({ id }) => id)).not.toContain(old);
  for (const spaceId of [person.spaceId, other.spaceId]) expect(await wrongIn(db, spaceId)).toEqual([]);
});

test('a plan cached for one row is not slow for thousands', async () => {
  const person = await signUp();
  await db.$client.query(
    `insert into bookmarks (id, space_id, account_id, title, url, order_key, created_at, updated_at, title_key, search)
     select gen_random_uuid(), $1, $2, 'x', 'https://x.example/', 'V', now(), now(), 'x', '' from generate_series(1, 15000)`,
    [person.spaceId, person.accountId],
  );
  const session = await db.$client.connect();
  const trash = (limit: number) =>
    session.query(
      `update bookmarks set deleted_at = now(), updated_at = now() where id in (
         select id from bookmarks where space_id = $1 and deleted_at is null limit $2)`,
      [person.spaceId, limit],
    );
  // A join of all old rows with all new rows would take minutes and exceed the time limit of the test.
  await trash(1);
  expect((await trash(14_999)).rowCount).toBe(14_999);
  session.release();
});

/** Twice as many at once as there are connections, so that they wait for connections as well as for rows. */
async function runAtOnce<T>(work: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  const queue = [...work];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results.push(await next());
  };
  await Promise.all(Array.from({ length: 24 }, worker));
  return results;
}

type Made = () => [TestAccount, Body];

test('concurrent changes of the same bookmarks between two spaces are serialized without a deadlock', async () => {
  const person = await signUp({ plan: 'pro' });
  const { red, blue, other } = await createOrganised(tested, person);
  const there = { ...person, spaceId: other.spaceId };
  await add(person, red, 60);
  await add(there, other.green, 60);
  const random = createRandom(7);
  const changes: string[] = [];
  const query = () =>
    random() < 0.5 ? { tag: `tag ${Math.floor(random() * 10)}` } : { favorite: random() < 0.5 };
  const bodies: [Made, ...Made[]] = [
    () => [person, { action: 'move', space: other.spaceId, query: query() }],
    () => [there, { action: 'move', space: person.spaceId, query: query() }],
    () => [there, { action: 'move', space: person.spaceId, collection: blue, query: query() }],
    () => [person, { action: 'move', collection: blue, query: query() }],
    () => [person, { action: 'favorite', favorite: random() < 0.5, query: query() }],
    () => [there, { action: 'tag', tags: 'tag 1, more', query: query() }],
    () => [person, { action: 'untag', tags: 'tag 1, tag 2', query: query() }],
    () => [there, { action: 'delete', query: query() }],
    () => [there, { action: 'restore', query: { trash: true } }],
  ];
  const pick = () => (bodies[Math.floor(random() * bodies.length)] ?? bodies[0])();
  const act = async (): Promise<number> => {
    if (random() < 0.25 && changes.length > 0) {
      const [change = ''] = changes.splice(Math.floor(random() * changes.length), 1);
      return (await undo(person, change)).status;
    }
    if (random() < 0.15) {
      return (await call('bookmarks.mergeDuplicates', { body: { keep: 'newest' } }, there)).status;
    }
    const [who, body] = pick();
    const answer = await bulk(who, body);
    if (answer.body.undo !== null) changes.push(answer.body.undo);
    return answer.status;
  };
  const statuses = await runAtOnce(Array.from({ length: 150 }, () => act));
  expect(new Set(statuses)).toEqual(new Set([200]));
  for (const spaceId of [person.spaceId, other.spaceId]) expect(await wrongIn(db, spaceId)).toEqual([]);
  const { rows } = await db.$client.query(
    'select count(*)::int as total from bookmarks where account_id = $1',
    [person.accountId],
  );
  expect(rows).toEqual([{ total: 126 }]);
});
