import { expect, test } from 'vitest';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, db } = await createTestProvider();

const tags = async (person: { token: string; spaceId?: string }) =>
  (await call('tags.list', {}, person)).body.content;

const add = (person: TestAccount, ...lists: string[][]) =>
  insertBookmarks(
    db,
    person,
    lists.map((list, index) => ({
      title: 'x',
      url: `https://x.example/${index}`,
      tags: list,
      collections: [],
    })),
  );

test('tags are returned with the number of their bookmarks, most used first', async () => {
  const person = await signUp();
  await add(person, ['a', 'b'], ['b', 'c'], ['b', 'c']);
  expect(await tags(person)).toEqual([
    { name: 'b', count: 3 },
    { name: 'c', count: 2 },
    { name: 'a', count: 1 },
  ]);
});

test('spellings that differ in case or encoding are one tag, in its first spelling', async () => {
  const person = await signUp();
  await add(person, ['Caf\u00e9']);
  await add(person, ['cafe\u0301'], ['CAF\u00c9']);
  expect(await tags(person)).toEqual([{ name: 'Café', count: 3 }]);
  for (const tag of ['café', 'CAFE\u0301']) {
    expect((await call('bookmarks.list', { query: { tag } }, person)).body.pagination.total).toBe(3);
  }
  expect((await call('bookmarks.list', { query: { tag: 'cafe' } }, person)).body.pagination.total).toBe(0);
});

test('each space has separate tags, and those of another account are invisible', async () => {
  const person = await signUp();
  const space = (await call('spaces.create', { body: { name: 'Work' } }, person)).body.uuid;
  await add(person, ['home']);
  await add({ ...person, spaceId: space }, ['work']);
  expect(await tags(person)).toEqual([{ name: 'home', count: 1 }]);
  expect(await tags({ ...person, spaceId: space })).toEqual([{ name: 'work', count: 1 }]);
  expect(await tags({ token: (await signUp()).token })).toEqual([]);
});

test('the most used are listed, ten thousand at most', async () => {
  const person = await signUp();
  await db.$client.query(
    `insert into tags (space_id, key, name, bookmark_count)
     select $1, 'tag ' || n, 'Tag ' || n, n from generate_series(1, 10001) n`,
    [person.spaceId],
  );
  const listed = await tags(person);
  expect(listed).toHaveLength(10_000);
  expect([listed[0]?.name, listed.at(-1)?.name]).toEqual(['Tag 10001', 'Tag 2']);
});
