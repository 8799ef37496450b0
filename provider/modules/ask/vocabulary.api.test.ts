import { expect, test } from 'vitest';
import { readVocabulary } from '@/provider/modules/ask/vocabulary';
import { countRows } from '@/provider/testing/statements';
import { createFinder, insertBookmarks, sample } from '@/provider/testing/bookmarks';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, db } = tested;
const { library } = createFinder(tested);

const person = await library(sample('Bread', { url: 'https://bakery.example/', tags: ['bread'] }));
const { accountId } = person;
const names = () => readVocabulary(db, { accountId, spaceIds: [person.spaceId] });

test('unchanged names are not read again', async () => {
  await names();
  const { read } = await countRows(db, async () => {
    expect(await names()).toMatchObject({ tags: ['bread'], hosts: ['bakery.example'] });
  });
  expect([read.bookmarks ?? 0, read.tags ?? 0, read.collections ?? 0]).toEqual([0, 0, 0]);
});

test('every change of a name is visible immediately', async () => {
  const { body: collection } = await call('collections.create', { body: { name: 'Recipes' } }, person);
  expect((await names()).collections).toContain('Recipes');
  await call('collections.update', { params: { uuid: collection.uuid }, body: { name: 'Dinners' } }, person);
  expect((await names()).collections).toContain('Dinners');
  const url = 'https://trains.example/';
  const { body: bookmark } = await call('bookmarks.create', { body: { url, tags: 'rail' } }, person);
  expect(await names()).toMatchObject({
    tags: expect.arrayContaining(['rail']) as unknown,
    hosts: expect.arrayContaining(['trains.example']) as unknown,
  });
  const body = { url: 'https://ferries.example/', tags: 'sea' };
  await call('bookmarks.update', { params: { uuid: bookmark.uuid }, body }, person);
  expect(await names()).toMatchObject({
    tags: ['bread', 'sea'],
    hosts: ['bakery.example', 'ferries.example'].sort(),
  });
  await call('bookmarks.delete', { params: { uuid: bookmark.uuid } }, person);
  expect((await names()).hosts).toEqual(['bakery.example']);
});

test('several spaces are cached separately from each alone', async () => {
  const { uuid } = (await call('spaces.create', { body: { name: 'Other' } }, person)).body;
  await insertBookmarks(db, { accountId, spaceId: uuid }, [
    sample('Cheese', { url: 'https://dairy.example/' }),
  ]);
  expect((await readVocabulary(db, { accountId, spaceIds: [person.spaceId, uuid] })).hosts).toHaveLength(2);
  expect((await names()).hosts).toEqual(['bakery.example']);
});
