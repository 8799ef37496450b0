import { expect, test } from 'vitest';
import { createRandom } from '@/lib/utils/random';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { wrongCounters } from '@/provider/testing/account-data';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, db } = await createTestProvider();

const tags = ['red', 'Red', 'green', 'blue', 'wide open'];

function randomWork(person: TestAccount, seed: number) {
  const random = createRandom(seed);
  const bookmarks: string[] = [];
  const collections: string[] = [];
  const pick = (items: readonly string[]): string => items[Math.floor(random() * items.length)] ?? '';
  const some = (items: readonly string[]): string[] => items.filter(() => random() < 0.4);
  type Act = () => Promise<{ status: number }>;
  const acts: [Act, Act, ...Act[]] = [
    async () => {
      const body = {
        url: `https://x${seed}.example/${random()}`,
        tags: some(tags).join(),
        favorite: random() < 0.5,
        collections: some(collections),
      };
      const made = await call('bookmarks.create', { body }, person);
      if (made.status === 201) bookmarks.push(made.body.uuid);
      return made;
    },
    async () => {
      const made = await call('collections.create', { body: { name: `C${random()}` } }, person);
      collections.push(made.body.uuid);
      return made;
    },
    () => call('bookmarks.delete', { params: { uuid: pick(bookmarks) } }, person),
    () => call('bookmarks.delete', { params: { uuid: pick(bookmarks) }, query: { permanent: true } }, person),
    () => call('bookmarks.restore', { params: { uuid: pick(bookmarks) } }, person),
    () => call('bookmarks.visit', { params: { uuid: pick(bookmarks) } }, person),
    () =>
      call(
        'bookmarks.favorite',
        { params: { uuid: pick(bookmarks) }, body: { favorite: random() < 0.5 } },
        person,
      ),
    () =>
      call(
        'bookmarks.order',
        { params: { uuid: pick(bookmarks) }, body: { after: pick(bookmarks) } },
        person,
      ),
    () =>
      call(
        'bookmarks.update',
        {
          params: { uuid: pick(bookmarks) },
          body: { tags: some(tags).join(), collections: some(collections) },
        },
        person,
      ),
    () =>
      call(
        'bookmarks.update',
        { params: { uuid: pick(bookmarks) }, body: { encrypted: true, cipher: sampleEnvelope() } },
        person,
      ),
    () =>
      call('collections.update', { params: { uuid: pick(collections) }, body: { color: '112233' } }, person),
    () => call('collections.details', { params: { uuid: pick(collections) } }, person),
    () =>
      call(
        'collections.delete',
        { params: { uuid: pick(collections) }, query: { bookmarks: random() < 0.5 ? 'keep' : 'trash' } },
        person,
      ),
  ];
  return { acts, random };
}

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

test('two hundred concurrent calls do not deadlock, and every counter is correct', async () => {
  const person = await signUp();
  const { acts, random } = randomWork(person, 11);
  const [create, createCollection] = acts;
  await runAtOnce(Array.from({ length: 8 }, () => createCollection));
  await runAtOnce(Array.from({ length: 60 }, () => create));
  const anyAct = () => acts[Math.floor(random() * acts.length)] ?? create;
  const answers = await runAtOnce(Array.from({ length: 200 }, anyAct));
  // A concurrent deletion causes 404; an edit of a bookmark that has become encrypted causes 422.
  expect(
    [...new Set(answers.map(({ status }) => status))].filter(
      (status) => status >= 400 && status !== 404 && status !== 422,
    ),
  ).toEqual([]);
  expect(await wrongCounters(db, person.spaceId)).toEqual([]);
});

test('the same creation sent many times concurrently creates one bookmark', async () => {
  const person = await signUp();
  const { uuid } = (await call('collections.create', { body: { name: 'Once' } }, person)).body;
  const body = {
    uuid: uuid.replace(/^./, (digit) => (digit === 'f' ? '0' : 'f')),
    url: 'https://once.example/',
    collections: [uuid],
  };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => call('bookmarks.create', { body }, person)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(11).fill(200), 201]);
  const page = { url: 'https://twice.example/' };
  const others = await Promise.all(
    Array.from({ length: 12 }, () => call('bookmarks.create', { body: page }, person)),
  );
  expect(others.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(11).fill(409)]);
  expect(await wrongCounters(db, person.spaceId)).toEqual([]);
});

test('deleting a space deletes its rows', async () => {
  const person = await signUp();
  const { acts } = randomWork(person, 5);
  for (let count = 0; count < 5; count += 1) await acts[1]();
  for (let count = 0; count < 20; count += 1) await acts[0]();
  await db.$client.query(
    "begin; set constraints all deferred; delete from accounts where id = '" + person.accountId + "'; commit",
  );
  const { rows } = await db.$client.query(
    `select 'b' from bookmarks where space_id = $1 union all select 'l' from bookmark_collections where space_id = $1
     union all select 't' from tags where space_id = $1 union all select 'c' from collections where space_id = $1`,
    [person.spaceId],
  );
  expect(rows).toEqual([]);
});
