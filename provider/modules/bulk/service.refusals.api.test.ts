import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { limits } from '@/lib/contract/limits';
import { newId } from '@/provider/db/client';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { libraryOf, wrongIn } from '@/provider/testing/account-data';
import { createOrganised, type Organised } from '@/provider/testing/collections';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;

type Body = Input<'bookmarks.bulk'>['body'];

const bulk = (person: TestAccount, body: Body) => call('bookmarks.bulk', { body }, person);

const stranger = await signUp({ plan: 'pro' });
const theirs = await createOrganised(tested, stranger);

describe('a call with a missing id', () => {
  const one: [string, (l: Organised) => string][] = [
    ['another account’s bookmark', () => theirs.ids.a],
    ['a bookmark that never was', () => newId()],
    ['a collection', ({ red }) => red],
  ];
  const actions: [string, (l: Organised) => Body][] = [
    ['move', ({ blue }) => ({ action: 'move', collection: blue })],
    ['move', ({ other }) => ({ action: 'move', space: other.spaceId })],
    ['copy', ({ blue }) => ({ action: 'copy', collection: blue })],
    ['removeFrom', ({ red }) => ({ action: 'removeFrom', collection: red })],
    ['tag', () => ({ action: 'tag', tags: 'x' })],
    ['untag', () => ({ action: 'untag', tags: 'news' })],
    ['favorite', () => ({ action: 'favorite', favorite: true })],
    ['highlight', () => ({ action: 'highlight', highlighted: true })],
    ['delete', () => ({ action: 'delete' })],
    ['restore', () => ({ action: 'restore' })],
    ['erase', () => ({ action: 'erase' })],
  ];

  test.each(actions)('%s changes nothing, of any account', async (_, action) => {
    const person = await signUp({ plan: 'pro' });
    const library = await createOrganised(tested, person);
    const before = [await libraryOf(db, person), await libraryOf(db, stranger)];
    for (const [what, odd] of one) {
      const uuids = [...Object.values(library.ids), odd(library)];
      expect((await bulk(person, { ...action(library), uuids })).problem.code, what).toBe('NOT_FOUND');
    }
    expect([await libraryOf(db, person), await libraryOf(db, stranger)]).toEqual(before);
  });

  test.each(actions.slice(0, 4))('%s rejects a bookmark of another space', async (_, action) => {
    const person = await signUp({ plan: 'pro' });
    const library = await createOrganised(tested, person);
    const before = await libraryOf(db, person);
    const there = { ...person, spaceId: library.other.spaceId };
    const refused = await bulk(there, { ...action(library), uuids: [library.ids.a] });
    expect(refused.problem.status).toBe(404);
    expect(await libraryOf(db, person)).toEqual(before);
  });

  const places: [string, (l: Organised) => Body, string][] = [
    ['a collection to move to', () => ({ action: 'move', collection: theirs.red }), 'NOT_FOUND'],
    ['one of another space', (l) => ({ action: 'move', collection: l.other.green }), 'NOT_FOUND'],
    [
      'one that is not of the space to go to',
      (l) => ({ action: 'move', space: l.other.spaceId, collection: l.red }),
      'NOT_FOUND',
    ],
    ['to leave', (l) => ({ action: 'move', collection: l.red, from: theirs.red }), 'NOT_FOUND'],
    ['a space to go to', () => ({ action: 'move', space: theirs.other.spaceId }), 'SPACE_NOT_FOUND'],
    ['a collection to copy to', () => ({ action: 'copy', collection: theirs.red }), 'NOT_FOUND'],
    ['a collection to be taken out of', () => ({ action: 'removeFrom', collection: newId() }), 'NOT_FOUND'],
  ];

  test.each(places)('%s: nothing changes', async (_, action, code) => {
    const person = await signUp({ plan: 'pro' });
    const library = await createOrganised(tested, person);
    const before = await libraryOf(db, person);
    const body = { ...action(library), uuids: [library.ids.a, library.ids.b] };
    expect((await bulk(person, body)).problem.code).toBe(code);
    expect(await libraryOf(db, person)).toEqual(before);
  });

  test('a collection filter is not found', async () => {
    const person = await signUp();
    const query = { collection: theirs.red };
    expect((await bulk(person, { action: 'delete', query })).problem.code).toBe('NOT_FOUND');
  });
});

describe('a call that fails for one of them changes none', () => {
  test('no tag is added to an encrypted bookmark', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids } = await createOrganised(tested, person);
    const encrypted = { encrypted: true, cipher: sampleEnvelope() };
    await call('bookmarks.create', { body: encrypted }, person);
    await call('bookmarks.update', { params: { uuid: ids.b }, body: encrypted }, person);
    const before = await libraryOf(db, person);
    for (const chosen of [{ uuids: [ids.a, ids.b] }, { query: {} }]) {
      const { problem } = await bulk(person, { action: 'tag', tags: 'x', ...chosen });
      expect(problem).toMatchObject({ status: 422, errors: [{ path: 'tags' }] });
      expect(problem.errors?.[0]?.message).toContain('Encrypted');
    }
    expect(await libraryOf(db, person)).toEqual(before);
    expect((await bulk(person, { action: 'untag', tags: 'news', query: {} })).body.affected).toBe(1);
    expect((await bulk(person, { action: 'delete', query: {} })).body.affected).toBe(6);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('no bookmark gets more tags than it can have', async () => {
    const person = await signUp();
    const full = Array.from({ length: limits.tagsPerBookmark }, (_, index) => `tag ${index}`);
    const links = { collections: [], url: 'https://a.example/' };
    const uuids = await insertBookmarks(db, person, [
      { title: 'a', ...links },
      { title: 'b', ...links, tags: full },
    ]);
    const before = await libraryOf(db, person);
    const { problem } = await bulk(person, { action: 'tag', uuids, tags: 'one more' });
    expect(problem).toMatchObject({ status: 422, errors: [{ path: 'tags' }] });
    expect(await libraryOf(db, person)).toEqual(before);
    expect((await bulk(person, { action: 'tag', uuids, tags: 'TAG 1' })).body.affected).toBe(1);
  });
});

test.each([
  {},
  { action: 'delete' },
  { action: 'delete', uuids: [] },
  { action: 'delete', uuids: [newId()], query: {} },
  { action: 'delete', uuids: ['x'] },
  { action: 'delete', query: { tagged: 'x' } },
  { action: 'delete', query: { trash: 'true' } },
  { action: 'move', uuids: [newId()] },
  { action: 'copy', uuids: [newId()] },
  { action: 'tag', uuids: [newId()], tags: ' , ' },
  { action: 'favorite', uuids: [newId()] },
  { action: 'highlight', uuids: [newId()] },
  { action: 'sort', uuids: [newId()] },
  { action: 'delete', uuids: Array<string>(limits.bulkUuids + 1).fill(newId()) },
])('%# refuses what it does not understand', async (body) => {
  const { problem } = await bulk(stranger, body as Body);
  expect(problem).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' });
});

describe('all rows of a list', () => {
  const many = async (person: TestAccount) => {
    const red = (await call('collections.create', { body: { name: 'Red' } }, person)).body.uuid;
    const { content } = (await call('collections.simplified', {}, person)).body;
    const samples = Array.from({ length: 300 }, (_, index) => ({
      title: `${index}`,
      url: `https://${index % 3 === 0 ? 'three' : 'other'}.example/${index}`,
      collections: [index % 2 === 0 ? red : (content[0]?.uuid ?? '')],
      favorite: index % 5 === 0,
      highlighted: index % 7 === 0,
      broken: index % 11 === 0,
      tags: index % 4 === 0 ? ['Four'] : [],
      ...(index % 10 > 7 && { deletedAt: new Date() }),
    }));
    return { red, ids: await insertBookmarks(db, person, samples) };
  };

  const listed = async (person: TestAccount, query: object): Promise<string[]> => {
    const uuids: string[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await call('bookmarks.list', { query: { ...query, page, size: 200 } }, person);
      uuids.push(...body.content.map(({ uuid }) => uuid));
      if (page >= body.pagination.pages) return uuids.sort();
    }
  };

  const queries: ((red: string) => NonNullable<Body['query']>)[] = [
    () => ({}),
    () => ({ trash: true }),
    (collection) => ({ collection }),
    (collection) => ({ collection, trash: true }),
    () => ({ uncollected: true }),
    () => ({ uncollected: false, favorite: false }),
    () => ({ favorite: true, highlighted: false }),
    () => ({ tag: 'FOUR', domain: 'www.three.example' }),
    () => ({ broken: true }),
    () => ({ encrypted: false }),
  ];

  test.each(queries.map((query) => ({ query, shown: JSON.stringify(query('…')) })))(
    '$shown: loaded or not, and without the exceptions, is just what changes',
    async ({ query }) => {
      const person = await signUp();
      const { red } = await many(person);
      const uuids = await listed(person, query(red));
      const except = [...uuids.slice(0, 2), newId()];
      const input = { action: 'erase', query: { ...query(red), except } } as const;
      expect(uuids.length).toBeGreaterThan(2);
      expect((await bulk(person, input)).body).toEqual({ affected: uuids.length - 2, undo: null });
      expect(await listed(person, query(red))).toEqual(uuids.slice(0, 2));
      const left = await db.$client.query('select 1 from bookmarks where space_id = $1', [person.spaceId]);
      expect(left.rowCount).toBe(300 - uuids.length + 2);
    },
  );
});

test('a bookmark is not copied into more collections than it can be in', async () => {
  const person = await signUp();
  const create = async (_: unknown, at: number) =>
    (await call('collections.create', { body: { name: `C${at}` } }, person)).body.uuid;
  const all = await Promise.all(Array.from({ length: limits.collectionsPerBookmark + 1 }, create));
  const [last = '', ...collections] = all;
  const uuids = await insertBookmarks(db, person, [{ title: '', url: 'https://a.example/', collections }]);
  const refused = await bulk(person, { action: 'copy', uuids, collection: last });
  expect([refused.status, refused.problem.errors]).toMatchObject([422, [{ path: 'collection' }]]);
  expect(refused.problem.errors?.[0]?.message).toContain('100 collections');
});
