import { describe, expect, test } from 'vitest';
import { newId } from '@/provider/db/client';
import { createFinder, insertBookmarks, sample } from '@/provider/testing/bookmarks';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;
const { find, titles, library } = createFinder(tested);

describe('hits', () => {
  test.each([
    ['one word', 'trains', true],
    ['the beginning of a word', 'tra', true],
    ['the beginnings of several words, in any order', 'eur nig', true],
    ['a word of each field', 'night sleeper travel railways compartment', true],
    ['another case', 'NIGHT Trains', true],
    ['signs around the words', '  (night) "trains!" ', true],
    ['a word that is in no field', 'night boats', false],
    ['the middle of a word', 'ight', true],
    ['the middle of no word', 'ights', false],
  ])('%s: %j', async (_, q, isFound) => {
    const person = await library(
      sample('Night Trains of Europe', {
        tags: ['slow travel'],
        url: 'https://www.railways.example/compartments/overview?lang=en',
        description: 'Every sleeper that still runs',
      }),
    );
    expect((await find(person, { q })).full).toBe(isFound ? 1 : 0);
  });

  test.each([
    ['Ação e reação', 'acao'],
    ['Acao e reacao', 'ação'],
    ['Caf\u00e9 society', 'cafe\u0301'],
    ['Cafe\u0301 society', 'caf\u00e9'],
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['Łódź', 'lodz'],
    ['ΑΘΗΝΑ ΟΔΟΣ', 'οδος'],
    ['機械学習入門', '学習'],
    ['Rocket 🚀 launch', '🚀 rock'],
    ['MPU-6050 sensor', '6050'],
    ['organic android notebook', 'organ andr note'],
    ['a_b', 'a b'],
  ])('%j is found by %j', async (title, q) => {
    expect(await titles(await library(sample(title)), { q })).toEqual([title]);
  });

  test('are none for less than two characters', async () => {
    const person = await library(sample('x'), sample('xyz'));
    for (const q of ['', ' ', 'x', ' x ']) {
      const { bookmarks, collections, tags, pagination, query } = await find(person, { q });
      expect([bookmarks, collections, tags, pagination.total]).toEqual([[], [], [], 0]);
      expect(query).toEqual({
        text: q.trim(),
        chips: [],
        words: [],
        parsed: true,
        closest: false,
        dropped: [],
        droppedWords: [],
        estimated: false,
      });
    }
    expect(await titles(person, { q: 'xy' })).toEqual(['xyz']);
  });

  test('exclude bookmarks in the trash, and include restored ones', async () => {
    const person = await library(sample('Only one'));
    const uuid = (await find(person, { q: 'only' })).bookmarks[0]?.uuid ?? '';
    await call('bookmarks.delete', { params: { uuid } }, person);
    expect(await titles(person, { q: 'only' })).toEqual([]);
    await call('bookmarks.restore', { params: { uuid } }, person);
    expect(await titles(person, { q: 'only' })).toEqual(['Only one']);
  });

  test('have the new words of an edited bookmark and not the old ones', async () => {
    const person = await library(sample('Before'));
    const uuid = (await find(person, { q: 'before' })).bookmarks[0]?.uuid ?? '';
    await call('bookmarks.update', { params: { uuid }, body: { title: 'After', tags: 'fresh' } }, person);
    expect([await titles(person, { q: 'before' }), await titles(person, { q: 'after fresh' })]).toEqual([
      [],
      ['After'],
    ]);
  });
});

test('a match in the title ranks before one in tags, host and other fields, and newer before older', async () => {
  const person = await library(
    sample('rest, old', { description: 'about sailing' }),
    sample('host, old', { url: 'https://sailing.example/1' }),
    sample('tag, old', { tags: ['sailing'] }),
    sample('sailing, old'),
    sample('rest, new', { url: 'https://site.example/sailing' }),
    sample('host, new', { url: 'https://www.sailing.example/2' }),
    sample('tag, new', { tags: ['Sailing trips'] }),
    sample('sailing, new'),
  );
  expect(await titles(person, { q: 'sail' })).toEqual([
    'sailing, new', 'sailing, old', 'tag, new', 'tag, old', 'host, new', 'host, old', 'rest, new', 'rest, old',
  ]); // prettier-ignore
});

test('of several words, the one in the lowest-ranked field decides', async () => {
  const person = await library(
    sample('sailing south'),
    sample('sailing', { tags: ['south'] }),
    sample('south', { description: 'sailing' }),
  );
  expect(await titles(person, { q: 'sailing south' })).toEqual(['sailing south', 'sailing', 'south']);
});

test('words that only connect others match only themselves if there are no others', async () => {
  const person = await signUp({ plan: 'pro' });
  await insertBookmarks(
    db,
    person,
    ['How to bake bread', 'However today', 'Shown tools'].map((title) => sample(title)),
  );
  expect(await find(person, { q: 'how to', size: 1 })).toMatchObject({
    full: 1,
    bookmarks: [{ title: 'How to bake bread' }],
  });
  expect((await find(person, { q: 'how' })).full).toBe(3);
  const body = { name: 'Instructions', smart: { query: 'how to' } };
  const { uuid } = (await call('collections.create', { body }, person)).body;
  expect(await titles(person, { q: 'how', collection: uuid })).toEqual(['How to bake bread']);
});

describe('collections and tags', () => {
  test('are found by the beginnings of the words of their names', async () => {
    const person = await library(
      sample('x', { tags: ['slow travel', 'Viagem'] }),
      sample('y', { tags: ['viagem'] }),
    );
    for (const name of ['Viagens pela África', 'Receitas', 'Dev/Tools']) {
      await call('collections.create', { body: { name } }, person);
    }
    const africa = await find(person, { q: 'afric viag' });
    expect(africa.collections).toMatchObject([{ name: 'Viagens pela África', count: 0, isDefault: false }]);
    expect((await find(person, { q: 'tools' })).collections.map(({ name }) => name)).toEqual(['Dev/Tools']);
    expect((await find(person, { q: 'viag' })).tags).toEqual([{ name: 'Viagem', count: 2 }]);
    expect((await find(person, { q: 'travel' })).tags).toEqual([{ name: 'slow travel', count: 1 }]);
    expect((await find(person, { q: 'ravel' })).tags).toEqual([]);
  });
});

describe('the scope of a search', () => {
  test('is all spaces of the account, or the current one', async () => {
    const person = await library(sample('word at home', { tags: ['word'] }));
    const space = (await call('spaces.create', { body: { name: 'Work' } }, person)).body.uuid;
    const there = { ...person, spaceId: space };
    await insertBookmarks(db, there, [sample('word at work', { tags: ['Word'], createdAt: new Date() })]);
    await insertBookmarks(db, await signUp(), [sample('word of somebody else', { tags: ['word'] })]);
    expect(await titles(person, { q: 'word', space: 'current' })).toEqual(['word at home']);
    expect(await titles(there, { q: 'word', space: 'current' })).toEqual(['word at work']);
    const all = await find(person, { q: 'word' });
    expect(all.bookmarks.map(({ title }) => title)).toEqual(['word at home', 'word at work']);
    expect(await titles(there, { q: 'word', space: 'all' })).toEqual(['word at work', 'word at home']);
    expect(all.tags).toEqual([{ name: 'Word', count: 2 }]);
  });

  test('is one collection, without other collections and tags', async () => {
    const person = await signUp();
    const collection = (await call('collections.create', { body: { name: 'Words' } }, person)).body.uuid;
    await insertBookmarks(db, person, [
      sample('word in', { collections: [collection], tags: ['word'] }),
      sample('word out'),
    ]);
    const found = await find(person, { q: 'word', collection });
    expect(found.bookmarks.map(({ title }) => title)).toEqual(['word in']);
    expect([found.collections, found.tags, found.pagination.total]).toEqual([[], [], 1]);
  });

  test('cannot be a collection or space of another account', async () => {
    const person = await signUp();
    const theirs = await signUp();
    const collection = (await call('collections.create', { body: { name: 'Theirs' } }, theirs)).body.uuid;
    const space = (await call('spaces.create', { body: { name: 'Work' } }, person)).body.uuid;
    const elsewhere = (
      await call('collections.create', { body: { name: 'Work' } }, { ...person, spaceId: space })
    ).body.uuid;
    for (const query of [
      { q: 'word', collection },
      { q: 'word', collection: newId() },
      { q: 'word', collection: elsewhere, space: 'current' as const },
      { q: 'word', space: theirs.spaceId },
      { q: 'word', space: newId() },
    ]) {
      const { problem } = await call('search.find', { query }, person);
      expect(problem).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
    expect((await find(person, { q: 'word', collection: elsewhere })).pagination.total).toBe(0);
    const foreign = { token: person.token, spaceId: theirs.spaceId };
    expect((await call('search.find', { query: { q: 'word' } }, foreign)).problem.code).toBe(
      'SPACE_NOT_FOUND',
    );
  });
});

describe('asking', () => {
  test('is part of the pro plan', async () => {
    const { problem } = await call(
      'search.find',
      { query: { q: 'what did I save', mode: 'ask' } },
      await signUp(),
    );
    expect(problem).toMatchObject({ status: 402, code: 'PLAN_REQUIRED', feature: 'ask' });
  });

  test('finds words with the plan', async () => {
    const person = await signUp({ plan: 'pro' });
    await insertBookmarks(db, person, [sample('Night trains')]);
    expect(await titles(person, { q: 'trains', mode: 'ask' })).toEqual(['Night trains']);
  });
});
