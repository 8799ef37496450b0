import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { createOrganised, type Organised } from '@/provider/testing/collections';
import { libraryOf, wrongIn } from '@/provider/testing/account-data';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;

type Body = Input<'bookmarks.bulk'>['body'];

const bulk = (person: TestAccount, body: Body) => call('bookmarks.bulk', { body }, person);

interface Shown {
  places: string[];
  tags: string;
  favorite: boolean;
  highlighted: boolean;
}

/** Returns the bookmarks of a space by title; × marks those in the trash. */
async function shown(person: TestAccount): Promise<Record<string, Shown>> {
  const result: Record<string, Shown> = {};
  for (const trash of [false, true]) {
    const { content } = (await call('bookmarks.list', { query: { trash, size: 200 } }, person)).body;
    for (const { title, collections, tags, favorite, highlighted } of content) {
      result[(trash ? '×' : '') + (title ?? '')] = {
        places: collections.map(({ name }) => name),
        tags,
        favorite,
        highlighted,
      };
    }
  }
  return result;
}

const places = async (person: TestAccount): Promise<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(await shown(person)).map(([title, { places: names }]) => [title, names.join()]),
  );

const nothing = { a: 'Red', b: 'Blue,Red', c: 'Red', d: 'Red', e: 'Uncategorized', '×old': 'Blue' };

interface Case {
  what: string;
  body: (library: Organised) => Body;
  affected: number;
  /** Expected differences after the change. */
  places?: Record<string, string>;
  tags?: Record<string, string>;
  favorites?: string[];
  highlighted?: string[];
  gone?: string[];
}

const bare = (title: string): string => title.replace('×', '');

const all = ({ ids }: Organised): string[] => Object.values(ids);

const cases: Case[] = [
  {
    what: 'move, from everywhere',
    body: (l) => ({ action: 'move', uuids: all(l), collection: l.blue }),
    affected: 5,
    places: { a: 'Blue', b: 'Blue', c: 'Blue', d: 'Blue', e: 'Blue' },
  },
  {
    what: 'move, from one collection',
    body: (l) => ({ action: 'move', uuids: all(l), collection: l.blue, from: l.red }),
    affected: 4,
    places: { a: 'Blue', b: 'Blue', c: 'Blue', d: 'Blue' },
  },
  {
    what: 'move, from one collection, of bookmarks that are in another one too',
    body: (l) => ({ action: 'move', uuids: all(l), collection: l.home, from: l.blue }),
    affected: 2,
    places: { b: 'Red', '×old': 'Uncategorized' },
  },
  {
    what: 'move, from a collection to itself',
    body: (l) => ({ action: 'move', uuids: all(l), collection: l.red, from: l.red }),
    affected: 0,
  },
  {
    what: 'copy',
    body: (l) => ({ action: 'copy', uuids: all(l), collection: l.blue }),
    affected: 4,
    places: { a: 'Blue,Red', c: 'Blue,Red', d: 'Blue,Red', e: 'Blue' },
  },
  {
    what: 'removeFrom',
    body: (l) => ({ action: 'removeFrom', uuids: all(l), collection: l.red }),
    affected: 4,
    places: { a: 'Uncategorized', b: 'Blue', c: 'Uncategorized', d: 'Uncategorized' },
  },
  {
    what: 'removeFrom the default collection',
    body: (l) => ({ action: 'removeFrom', uuids: all(l), collection: l.home }),
    affected: 0,
  },
  {
    what: 'tag',
    body: (l) => ({ action: 'tag', uuids: all(l), tags: 'NEWS, Guide' }),
    affected: 6,
    tags: {
      a: 'News,wide open,Guide',
      b: 'News,Guide',
      c: 'News,Guide',
      d: 'News,Guide',
      e: 'Über,News,Guide',
      old: 'News,Guide',
    },
  },
  {
    what: 'tag with what is there',
    body: ({ ids }) => ({ action: 'tag', uuids: [ids.a, ids.b], tags: 'NEWS' }),
    affected: 0,
  },
  {
    what: 'untag',
    body: (l) => ({ action: 'untag', uuids: all(l), tags: 'news, Wide Open, ÜBER' }),
    affected: 4,
    tags: { a: '', b: '', e: '', old: '' },
  },
  {
    what: 'favorite',
    body: (l) => ({ action: 'favorite', uuids: all(l), favorite: true }),
    affected: 5,
    favorites: ['a', 'b', 'c', 'd', 'e', '×old'],
  },
  {
    what: 'no favorite',
    body: (l) => ({ action: 'favorite', uuids: all(l), favorite: false }),
    affected: 1,
    favorites: [],
  },
  {
    what: 'highlight',
    body: (l) => ({ action: 'highlight', uuids: all(l), highlighted: true }),
    affected: 5,
    highlighted: ['a', 'b', 'c', 'd', 'e', '×old'],
  },
  {
    what: 'no highlight',
    body: (l) => ({ action: 'highlight', uuids: all(l), highlighted: false }),
    affected: 1,
    highlighted: [],
  },
  {
    what: 'delete',
    body: (l) => ({ action: 'delete', uuids: all(l) }),
    affected: 5,
    gone: ['a', 'b', 'c', 'd', 'e'],
    places: { '×a': 'Red', '×b': 'Blue,Red', '×c': 'Red', '×d': 'Red', '×e': 'Uncategorized' },
    favorites: ['×b'],
    highlighted: ['×d'],
  },
  {
    what: 'restore',
    body: (l) => ({ action: 'restore', uuids: all(l) }),
    affected: 1,
    gone: ['×old'],
    places: { old: 'Blue' },
  },
];

describe('one change to many bookmarks', () => {
  test.each(cases)('$what: changes only the given fields, and is undone', async (example) => {
    const person = await signUp({ plan: 'pro' });
    const library = await createOrganised(tested, person);
    const before = await libraryOf(db, person);
    const tagsBefore = { a: 'News,wide open', b: 'News', c: '', d: '', e: 'Über', old: 'News' };
    const { affected, undo } = (await bulk(person, example.body(library))).body;
    expect(affected).toBe(example.affected);
    expect(await places(person)).toEqual(
      Object.fromEntries(
        Object.entries({ ...nothing, ...example.places }).filter(([title]) => !example.gone?.includes(title)),
      ),
    );
    const after = await shown(person);
    const favorites = Object.keys(after).filter((title) => after[title]?.favorite);
    expect(favorites.sort()).toEqual((example.favorites ?? ['b']).sort());
    const highlighted = Object.keys(after).filter((title) => after[title]?.highlighted);
    expect(highlighted.sort()).toEqual(example.highlighted ?? ['d']);
    const tags = Object.fromEntries(Object.entries(after).map(([title, row]) => [bare(title), row.tags]));
    expect(tags).toEqual({ ...tagsBefore, ...example.tags });
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
    if (example.affected === 0) expect(undo).toBeNull();
    else {
      const back = await call('bookmarks.undo', { params: { uuid: undo ?? '' } }, person);
      expect(back.body).toEqual({ affected });
    }
    expect(await libraryOf(db, person)).toEqual(before);
  });

  test('permanent deletion cannot be undone', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids } = await createOrganised(tested, person);
    const { body } = await bulk(person, { action: 'erase', uuids: [ids.a, ids.a, ids.old] });
    expect(body).toEqual({ affected: 2, undo: null });
    expect(Object.keys(await shown(person))).toEqual(['e', 'd', 'c', 'b']);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });
});

describe('to bookmarks of several spaces', () => {
  const actions: Body[] = [
    { action: 'favorite', favorite: true },
    { action: 'highlight', highlighted: true },
    { action: 'tag', tags: 'x' },
    { action: 'delete' },
  ];
  test.each(actions)('$action changes each in its space, and is undone', async (action) => {
    const person = await signUp();
    const { ids, other } = await createOrganised(tested, person);
    const there = { ...person, spaceId: other.spaceId };
    const made = await call('bookmarks.create', { body: { title: 'z', url: 'https://z.example/' } }, there);
    const before = await libraryOf(db, person);
    const { affected, undo } = (await bulk(person, { ...action, uuids: [ids.a, made.body.uuid] })).body;
    expect(affected).toBe(2);
    for (const as of [person, there]) {
      const changed = Object.entries(await shown(as)).find(([title]) => ['a', 'z'].includes(bare(title)));
      expect(
        changed?.[0].startsWith('×') ||
          changed?.[1].favorite ||
          changed?.[1].highlighted ||
          changed?.[1].tags.endsWith('x'),
      ).toBe(true);
      expect(await wrongIn(db, as.spaceId)).toEqual([]);
    }
    await call('bookmarks.undo', { params: { uuid: undo ?? '' } }, person);
    expect(await libraryOf(db, person)).toEqual(before);
  });
});

describe('to another space', () => {
  test.each([
    { what: 'its default collection', into: () => undefined, place: 'Uncategorized' },
    { what: 'a collection of it', into: (l: Organised) => l.other.green, place: 'Green' },
  ])(
    '$what: bookmarks keep what they say, lose their collections, and come back',
    async ({ into, place }) => {
      const person = await signUp({ plan: 'pro' });
      const library = await createOrganised(tested, person);
      const { ids, other } = library;
      const there = { ...person, spaceId: other.spaceId };
      await call('bookmarks.create', { body: { title: 'a', url: 'https://a.example/wide' } }, there);
      const before = await libraryOf(db, person);
      const saved = (await shown(person))['a']?.tags;
      const collection = into(library);
      const { affected, undo } = (
        await bulk(person, {
          action: 'move',
          uuids: [ids.a, ids.b, ids.old],
          space: other.spaceId,
          ...(collection !== undefined && { collection }),
        })
      ).body;
      expect(affected).toBe(3);
      expect(Object.keys(await shown(person)).sort()).toEqual(['c', 'd', 'e']);
      const { content } = (await call('bookmarks.list', { query: { size: 10 } }, there)).body;
      expect(content.filter(({ title }) => title === 'a')).toHaveLength(2);
      expect(content.find(({ uuid }) => uuid === ids.a)?.tags).toBe(saved);
      expect((await places(there))['b']).toBe(place);
      expect((await places(there))['×old']).toBe(place);
      for (const spaceId of [person.spaceId, other.spaceId]) expect(await wrongIn(db, spaceId)).toEqual([]);
      await call('bookmarks.undo', { params: { uuid: undo ?? '' } }, person);
      expect(await libraryOf(db, person)).toEqual(before);
    },
  );

  test('the space that they are in already is a move within it', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids } = await createOrganised(tested, person);
    const input = { uuids: [ids.a], space: person.spaceId };
    expect((await bulk(person, { action: 'move', ...input })).body.affected).toBe(1);
    expect((await places(person))['a']).toBe('Uncategorized');
  });
});

test('the manual order does not change', async () => {
  const person = await signUp({ plan: 'pro' });
  const { ids, blue } = await createOrganised(tested, person);
  const order = async () =>
    (
      await call('bookmarks.list', { query: { sortField: 'order', sortOrder: 'ASC' } }, person)
    ).body.content.map(({ uuid, order: key }) => uuid + key);
  const before = await order();
  await bulk(person, { action: 'move', uuids: [ids.d, ids.a], collection: blue });
  await bulk(person, { action: 'tag', uuids: [ids.c], tags: 'x' });
  expect(await order()).toEqual(before);
});

test('a move records activity in the space', async () => {
  const person = await signUp({ plan: 'pro' });
  const { ids, blue } = await createOrganised(tested, person);
  const active = async () => (await call('spaces.list', {}, person)).body.content[0]?.lastActivityAt ?? '';
  const before = await active();
  tested.clock.advance(60_000);
  await bulk(person, { action: 'move', uuids: [ids.a], collection: blue });
  expect((await active()) > before).toBe(true);
});
