import { describe, expect, test } from 'vitest';
import {
  createFinder,
  insertBookmarks,
  sample,
  type FindQuery,
  type SampleBookmark,
} from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider({ config: { selfHostedPlan: 'pro' } });
const { call, db } = tested;
const { find, titles, library } = createFinder(tested);

const day = (date: string) => ({ createdAt: new Date(`${date}T12:00:00Z`) });

async function withSpace(
  person: TestAccount,
  name: string,
  ...samples: SampleBookmark[]
): Promise<TestAccount> {
  const { body } = await call('spaces.create', { body: { name } }, person);
  const there = { ...person, spaceId: body.uuid };
  await insertBookmarks(db, there, samples);
  return there;
}

const home = await library(
  sample('Train timetable', day('2024-01-01')),
  sample('Night train to Vienna', day('2024-01-03')),
  sample('Sleeping', { description: 'in a train', ...day('2024-01-02') }),
  sample('Bread'),
);
const work = await withSpace(
  home,
  'Team',
  sample('Train the model', { tags: ['training'], ...day('2026-01-01') }),
  sample('Meeting', { description: 'the train leaves at nine', ...day('2026-01-02') }),
  sample('Bread for the office', { favorite: true }),
);

describe('a search', () => {
  test('covers all spaces of the account: among equal hits those of the current one come first', async () => {
    expect(await titles(home, { q: 'train' })).toEqual([
      'Night train to Vienna',
      'Train timetable',
      'Train the model',
      'Sleeping',
      'Meeting',
    ]);
    expect(await titles(work, { q: 'train' })).toEqual([
      'Train the model',
      'Night train to Vienna',
      'Train timetable',
      'Meeting',
      'Sleeping',
    ]);
  });

  test('can be limited to the current space, or to any other', async () => {
    expect(await titles(work, { q: 'train', space: 'current' })).toEqual(['Train the model', 'Meeting']);
    expect(await titles(home, { q: 'train', space: work.spaceId })).toEqual(['Train the model', 'Meeting']);
  });

  test('in a requested order does not prefer a space', async () => {
    expect(await titles(home, { q: 'train sort:newest' })).toEqual([
      'Meeting',
      'Train the model',
      'Night train to Vienna',
      'Sleeping',
      'Train timetable',
    ]);
  });

  test('names the other spaces that hits are in', async () => {
    const { bookmarks, spaces } = await find(home, { q: 'train' });
    const uuidOf = new Map(bookmarks.map(({ title, uuid }) => [title, uuid]));
    const { body } = await call('collections.simplified', {}, work);
    expect(spaces).toEqual([
      {
        uuid: work.spaceId,
        name: 'Team',
        defaultCollection: body.content.find(({ isDefault }) => isDefault)?.uuid,
        hits: [uuidOf.get('Train the model'), uuidOf.get('Meeting')],
      },
    ]);
    expect((await find(work, { q: 'train', space: work.spaceId })).spaces).toEqual([]);
    expect((await find(home, { q: 'train', space: 'current' })).spaces).toEqual([]);
  });

  test('finds no bookmark of another account', async () => {
    const stranger = await tested.signUp();
    expect(await titles(stranger, { q: 'train' })).toEqual([]);
  });

  test('of conditions only covers all spaces too', async () => {
    expect(await titles(home, { q: 'is:favorite' })).toEqual(['Bread for the office']);
  });

  test('by a question too, and facets count all spaces', async () => {
    expect((await titles(home, { q: 'where is that page about training models', mode: 'ask' }))[0]).toBe(
      'Train the model',
    );
    const facets = await call('search.facets', { query: { q: 'train' } }, home);
    expect(facets.body.tags).toEqual([{ name: 'training', count: 1 }]);
    const current = await call('search.facets', { query: { q: 'train', space: 'current' } }, home);
    expect(current.body.tags).toEqual([]);
  });

  test('takes a limit of all hits', async () => {
    const { pagination, bookmarks } = await find(home, { q: 'train limit:4' });
    expect(bookmarks.map(({ title }) => title).at(-1)).toBe('Sleeping');
    expect([pagination.total, pagination.next]).toEqual([4, null]);
  });

  test.each([1, 2, 3, 4])('continues in both lists, %d hits a page', async (size) => {
    const whole = await titles(home, { q: 'train' });
    const read: (string | null)[] = [];
    let next: string | null = null;
    do {
      const query: FindQuery = { q: 'train', size, ...(next !== null && { cursor: next }) };
      const { bookmarks, pagination } = await find(home, query);
      expect(pagination.total).toBe(5);
      read.push(...bookmarks.map(({ title }) => title));
      next = pagination.next;
    } while (next !== null);
    expect(read).toEqual(whole);
    const second = await titles(home, { q: 'train', size, page: 2 });
    expect(second).toEqual(whole.slice(size, 2 * size));
  });

  test('refuses a cursor of another current space', async () => {
    const { pagination } = await find(home, { q: 'train', size: 1 });
    const query = { q: 'train', size: 1, cursor: pagination.next ?? '' };
    expect((await call('search.find', { query }, work)).problem.code).toBe('VALIDATION_FAILED');
  });
});

test('collections and tags of other spaces are found, the current space first', async () => {
  const here = await call('collections.create', { body: { name: 'Railways' } }, home);
  const there = await call('collections.create', { body: { name: 'Railway models' } }, work);
  const { collections, spaces } = await find(work, { q: 'railway' });
  expect(collections.map(({ name }) => name)).toEqual(['Railway models', 'Railways']);
  expect(spaces.map(({ hits }) => hits)).toEqual([expect.arrayContaining([here.body.uuid])]);
  expect((await find(home, { q: 'training' })).tags).toEqual([{ name: 'training', count: 1 }]);
  expect(there.status).toBe(201);
});

test('a collection of another space is searched by its name', async () => {
  const { body } = await call('collections.create', { body: { name: 'Plans' } }, work);
  await call(
    'bookmarks.create',
    { body: { title: 'Roadmap', url: 'https://plans.example/roadmap', collections: [body.uuid] } },
    work,
  );
  expect(await titles(home, { q: '@Plans roadmap' })).toEqual(['Roadmap']);
  expect(await titles(home, { q: '@Plans' })).toEqual(['Roadmap']);
  expect(await titles(home, { q: 'roadmap', collection: body.uuid })).toEqual(['Roadmap']);
});
