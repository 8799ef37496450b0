import { expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { envelope } from '@/provider/testing/envelopes';
import { newId } from '@/provider/db/client';
import { insertBookmarks, type SampleBookmark } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, db } = await createTestProvider();

type Query = NonNullable<Input<'bookmarks.fences'>['query']>;

const fences = async (person: TestAccount, query: Query = {}) =>
  (await call('bookmarks.fences', { query }, person)).body;

/** All titles of the same list, read page by page. */
async function titles(person: TestAccount, query: Query): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; ; page += 1) {
    const list = {
      ...query,
      sortField: 'title',
      sortOrder: query.sortOrder ?? 'ASC',
      size: 200,
      page,
    } as const;
    const { content, pagination } = (await call('bookmarks.list', { query: list }, person)).body;
    found.push(...content.flatMap(({ title }) => (title === null ? [] : [title])));
    if (page >= pagination.pages) return found;
  }
}

const person = await signUp({ plan: 'pro' });
const collection = (await call('collections.create', { body: { name: 'Half' } }, person)).body.uuid;
const smart = (
  await call('collections.create', { body: { name: 'Gathered', smart: { query: 'is:favorite' } } }, person)
).body.uuid;
const samples = Array.from({ length: 520 }, (_, at): SampleBookmark => ({
  title: `${String.fromCodePoint(97 + ((at * 7) % 26))} Ärger ${(at * 7_919) % 520}`,
  url: `https://${at % 2 ? 'odd' : 'even'}.example/${at}`,
  favorite: at % 3 === 0,
  tags: at % 4 === 0 ? ['fourth'] : [],
  collections: at % 2 ? [collection] : [],
  ...(at < 20 && { deletedAt: new Date() }),
}));
await insertBookmarks(db, person, samples);
const items = Array.from({ length: 30 }, () => ({
  uuid: newId(),
  cipher: envelope('key'),
  favorite: true,
  collections: [collection],
}));
await call('bookmarks.createEncrypted', { body: { items } }, person);

test.each<[string, Query]>([
  ['the whole list', {}],
  ['the other direction', { sortOrder: 'DESC' }],
  ['a collection', { collection }],
  ['a smart collection', { collection: smart, sortOrder: 'DESC' }],
  ['favorites', { favorite: true }],
  ['a tag', { tag: 'fourth' }],
  ['a host', { domain: 'odd.example' }],
  ['the trash', { trash: true }],
  ['the readable ones', { encrypted: false }],
])('of %s they are every fiftieth readable title, as the list has them', async (_, query) => {
  const all = await titles(person, query);
  const { every, total, titles: found } = await fences(person, query);
  expect(all.length).toBeGreaterThan(10);
  expect([every, total]).toEqual([50, all.length]);
  expect(found).toEqual(all.filter((_title, at) => at % 50 === 0));
});

test('a bookmark without a title stands where its address does', async () => {
  const other = await signUp();
  await insertBookmarks(db, other, [{ title: '', url: 'https://untitled.example/page', collections: [] }]);
  expect((await fences(other)).titles).toEqual(['untitled.example/page']);
});

test('of the encrypted ones, and of nothing, there are none', async () => {
  const none = { every: 50, total: 0, titles: [] };
  expect(await fences(person, { encrypted: true })).toEqual(none);
  expect(await fences(await signUp())).toEqual(none);
});

test('of somebody else’s collection there are none to be had', async () => {
  const answer = await call('bookmarks.fences', { query: { collection } }, await signUp());
  expect(answer.status).toBe(404);
});
