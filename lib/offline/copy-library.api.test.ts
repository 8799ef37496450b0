import { expect, test } from 'vitest';
import { ApiProblem } from '@/lib/api/problem';
import type { Transport } from '@/lib/api/query-client';
import { readLibrary, type LibrarySource } from '@/lib/offline/copy-library';
import type { OfflineLibrary } from '@/lib/offline/offline-store';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, db } = await createTestProvider();
const { signal } = new AbortController();

/** Calls of a person, each with its name and space. */
function sourceOf(person: TestAccount) {
  const asked: string[] = [];
  const source: LibrarySource = {
    callIn:
      (space = person.spaceId): Transport =>
      async (id, input) => {
        asked.push(id);
        const answer = await call(id, input, { ...person, spaceId: space });
        if (answer.status >= 400) throw new ApiProblem(answer.status, answer.problem);
        return answer.body;
      },
    readExpiry: () => Promise.resolve('2999-01-01T00:00:00.000Z'),
  };
  const read = async (stored: OfflineLibrary | null) => {
    asked.length = 0;
    const { library } = (await readLibrary(source, { account: person.accountId, signal, stored }))!;
    return library;
  };
  return { asked, read };
}

/** A library of two spaces with bookmarks that the tests change. */
async function library() {
  const person = await signUp();
  const create = async (name: string, body = {}, as: TestAccount = person) =>
    (await call('bookmarks.create', { body: { title: name, url: `https://${name}.example/`, ...body } }, as))
      .body.uuid;
  const work = (await call('spaces.create', { body: { name: 'Work' } }, person)).body.uuid;
  const inWork = { ...person, spaceId: work };
  const plans = (await call('collections.create', { body: { name: 'Plans' } }, person)).body.uuid;
  const uuids = [await create('one', { collections: [plans] }), await create('two'), await create('three')];
  await create('four', {}, inWork);
  return { person, create, inWork, work, plans, uuids };
}

// Guarantee: a copy that follows the changes is equal to one that reads everything.
test('what changed since the last copy is all that is read, and the result is the whole library', async () => {
  const { person, create, inWork, work, plans, uuids } = await library();
  const [one = '', two = '', three = ''] = uuids;
  const { asked, read } = sourceOf(person);
  const first = await read(null);
  expect(asked).toContain('bookmarks.list');

  await create('five');
  await create('six', {}, inWork);
  await call('bookmarks.update', { params: { uuid: two }, body: { title: 'Second', tags: 'new' } }, person);
  await call('bookmarks.delete', { params: { uuid: three }, query: {} }, person);
  await call('collections.update', { params: { uuid: plans }, body: { name: 'Ideas' } }, person);
  const second = await read(first);
  expect(asked).not.toContain('bookmarks.list');
  const titles = second.spaces.map(({ bookmarks }) => bookmarks.map(({ title }) => title));
  expect(titles).toEqual([
    ['five', 'Second', 'one'],
    ['six', 'four'],
  ]);
  expect(second.spaces[0]?.bookmarks.at(-1)?.collections).toMatchObject([{ name: 'Ideas' }]);
  const same = ({ spaces, cursor }: OfflineLibrary) => ({ spaces, cursor });
  expect(same(second)).toEqual(same(await read(null)));

  await call('bookmarks.restore', { params: { uuid: three } }, person);
  await call('bookmarks.delete', { params: { uuid: one }, query: { permanent: true } }, person);
  await call('bookmarks.bulk', { body: { action: 'move', uuids: [two], space: work } }, person);
  await call('collections.delete', { params: { uuid: plans }, query: {} }, person);
  const third = await read(second);
  expect(asked).not.toContain('bookmarks.list');
  expect(same(third)).toEqual(same(await read(null)));
});

test('a space whose number of bookmarks differs is read again', async () => {
  const { person } = await library();
  const { asked, read } = sourceOf(person);
  const first = await read(null);
  const [home, ...others] = first.spaces;
  const incomplete = { ...first, spaces: [{ ...home!, bookmarks: home!.bookmarks.slice(1) }, ...others] };
  const second = await read(incomplete);
  expect(asked.filter((id) => id === 'bookmarks.list')).toHaveLength(1);
  expect(second.spaces).toEqual(first.spaces);
});

test('everything is read again after a day, and if the changes are gone', async () => {
  const { person } = await library();
  const { asked, read } = sourceOf(person);
  const first = await read(null);
  await read({ ...first, renewedAt: first.renewedAt - 25 * 3_600_000 });
  expect(asked).toContain('bookmarks.list');
  await db.$client.query(
    `select mw_add_events($1, 'changed', array(select gen_random_uuid() from generate_series(1, mw_events_max() + 1)))`,
    [person.accountId],
  );
  const last = await read(first);
  expect(asked).toContain('bookmarks.list');
  expect(last.spaces).toEqual(first.spaces);
});
