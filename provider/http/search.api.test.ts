import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract';
import { newId } from '@/provider/services/new-id';
import { countStatements } from '@/provider/testing/count-statements';
import { insertBookmarks, type SampleBookmark } from '@/provider/testing/sample-bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

type Query = NonNullable<Input<'search.find'>['query']>;

const { call, signUp, db } = await createTestProvider();

const find = async (person: { token: string; spaceId?: string }, query: Query) =>
  (await call('search.find', { query }, person)).body;

const titles = async (person: TestAccount, query: Query) =>
  (await find(person, query)).bookmarks.map(({ title }) => title);

const sample = (title: string, more: Partial<SampleBookmark> = {}): SampleBookmark => ({
  title,
  url: `https://site.example/${newId().slice(-12)}`,
  collections: [],
  ...more,
});

const library = async (...samples: SampleBookmark[]): Promise<TestAccount> => {
  const person = await signUp();
  await insertBookmarks(db, person, samples);
  return person;
};

describe('what is found', () => {
  test.each([
    ['one word', 'trains', true],
    ['the beginning of a word', 'tra', true],
    ['the beginnings of several words, in any order', 'eur nig', true],
    ['a word of each field', 'night sleeper travel railways compartment', true],
    ['another case', 'NIGHT Trains', true],
    ['signs around the words', '  (night) "trains!" ', true],
    ['a word that is in no field', 'night boats', false],
    ['the middle of a word', 'ights', false],
  ])('%s: %j', async (_, q, isFound) => {
    const person = await library(
      sample('Night Trains of Europe', {
        tags: ['slow travel'],
        url: 'https://www.railways.example/compartments/overview?lang=en',
        description: 'Every sleeper that still runs',
      }),
    );
    const { bookmarks, pagination } = await find(person, { q });
    expect([bookmarks.length, pagination.total]).toEqual(isFound ? [1, 1] : [0, 0]);
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

  test('nothing, for less than two characters', async () => {
    const person = await library(sample('x'), sample('xyz'));
    for (const q of ['', ' ', 'x', ' x ']) {
      const { bookmarks, collections, tags, pagination, query } = await find(person, { q });
      expect([bookmarks, collections, tags, pagination.total]).toEqual([[], [], [], 0]);
      expect(query).toEqual({ text: q.trim(), chips: [] });
    }
    expect(await titles(person, { q: 'xy' })).toEqual(['xyz']);
  });

  test('not what is in the trash, and again what comes back', async () => {
    const person = await library(sample('Only one'));
    const uuid = (await find(person, { q: 'only' })).bookmarks[0]?.uuid ?? '';
    await call('bookmarks.delete', { params: { uuid } }, person);
    expect(await titles(person, { q: 'only' })).toEqual([]);
    await call('bookmarks.restore', { params: { uuid } }, person);
    expect(await titles(person, { q: 'only' })).toEqual(['Only one']);
  });

  test('the new words of an edited bookmark and not the old ones', async () => {
    const person = await library(sample('Before'));
    const uuid = (await find(person, { q: 'before' })).bookmarks[0]?.uuid ?? '';
    await call('bookmarks.update', { params: { uuid }, body: { title: 'After', tags: 'fresh' } }, person);
    expect([await titles(person, { q: 'before' }), await titles(person, { q: 'after fresh' })]).toEqual([
      [],
      ['After'],
    ]);
  });
});

test('a match in the title stands before one in tags, host and the rest, and the newer before the older', async () => {
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

test('of several words the one in the least place decides', async () => {
  const person = await library(
    sample('sailing south'),
    sample('sailing', { tags: ['south'] }),
    sample('south', { description: 'sailing' }),
  );
  expect(await titles(person, { q: 'sailing south' })).toEqual(['sailing south', 'sailing', 'south']);
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

describe('where is searched', () => {
  test('in the space of the call, or in all of the account', async () => {
    const person = await library(sample('word at home', { tags: ['word'] }));
    const space = (await call('spaces.create', { body: { name: 'Work' } }, person)).body.uuid;
    const there = { ...person, spaceId: space };
    await insertBookmarks(db, there, [sample('word at work', { tags: ['Word'], createdAt: new Date() })]);
    await insertBookmarks(db, await signUp(), [sample('word of somebody else', { tags: ['word'] })]);
    expect(await titles(person, { q: 'word' })).toEqual(['word at home']);
    expect(await titles(there, { q: 'word' })).toEqual(['word at work']);
    const all = await find(person, { q: 'word', space: 'all' });
    expect(all.bookmarks.map(({ title }) => title)).toEqual(['word at work', 'word at home']);
    expect(all.tags).toEqual([{ name: 'Word', count: 2 }]);
  });

  test('in one collection, without other collections and tags', async () => {
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

  test('a collection or space of somebody else is not found', async () => {
    const person = await signUp();
    const theirs = await signUp();
    const collection = (await call('collections.create', { body: { name: 'Theirs' } }, theirs)).body.uuid;
    const space = (await call('spaces.create', { body: { name: 'Work' } }, person)).body.uuid;
    const elsewhere = (
      await call('collections.create', { body: { name: 'Work' } }, { ...person, spaceId: space })
    ).body.uuid;
    for (const uuid of [collection, elsewhere, newId()]) {
      const { problem } = await call('search.find', { query: { q: 'word', collection: uuid } }, person);
      expect(problem).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
    expect((await find(person, { q: 'word', space: 'all', collection: elsewhere })).pagination.total).toBe(0);
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

  test('finds words for who has it', async () => {
    const person = await signUp({ plan: 'pro' });
    await insertBookmarks(db, person, [sample('Night trains')]);
    expect(await titles(person, { q: 'trains', mode: 'ask' })).toEqual(['Night trains']);
  });
});

describe('hostile queries', async () => {
  const person = await library(
    sample(`Robert'); drop table bookmarks;--`),
    sample('100% _under_ \\back\\ <b>bold</b> $$money$$ :* & ! <-> (group) "quoted"'),
    sample('the and of'),
  );

  test.each([
    '%', '%%', '_', '__', '\\', '\\\\', "'", "''", '"', '""', '--', '/* */', '$$', ':*', '&', '&&', '!', '!!', '<->', '()', '((', '|', "' or 1=1 --",
    "'); drop table bookmarks; --", '\\x', "a':*", '\u202E', '\u0301\u0301', '*'.repeat(10_000), '('.repeat(10_000), ' '.repeat(10_000), 'a'.repeat(10_000),
    'ab '.repeat(3_333), Array.from({ length: 3_000 }, (_, index) => index.toString(36)).join(' ').slice(0, 10_000), '🙂'.repeat(5_000), 'é'.repeat(9_999),
  ])('is text, answered at once: %s', async (q) => {
    const started = performance.now();
    const { status } = await call('search.find', { query: { q } }, person);
    expect(status).toBe(200);
    expect(performance.now() - started).toBeLessThan(300);
  }); // prettier-ignore

  test.each([
    ["robert'); drop", `Robert'); drop table bookmarks;--`],
    ['100% _under', '100% _under_ \\back\\ <b>bold</b> $$money$$ :* & ! <-> (group) "quoted"'],
    ['the and', 'the and of'],
  ])('its words are looked for as they are: %s', async (q, title) => {
    expect(await titles(person, { q })).toEqual([title]);
  });

  test.each([
    [{ q: 'a\0b' }, 'q'],
    [{ q: 'a'.repeat(10_001) }, 'q'],
    [{ q: 'ab', mode: 'magic' }, 'mode'],
    [{ q: 'ab', space: 'x' }, 'space'],
    [{ q: 'ab', size: 1_000 }, 'size'],
    [{ q: 'ab', cursor: 'x' }, 'cursor'],
  ])('refuses %j', async (query, path) => {
    const { problem } = await call('search.find', { query: query as Query }, person);
    expect(problem).toMatchObject({ status: 422, errors: [{ path }] });
  });
});

/** More bookmarks than are looked at one by one, so that each way of finding them is taken. */
describe('a large library', async () => {
  const person = await signUp();
  const count = 6_000;
  const field = (index: number): Partial<SampleBookmark> => {
    if (index % 2 === 0) return { description: 'common' };
    if (index % 7 === 0) return { tags: ['common'] };
    if (index % 11 === 0) return { url: `https://common.example/${index}` };
    return {};
  };
  const bookmarks = Array.from({ length: count }, (_, index) =>
    sample(
      `${index % 13 === 0 ? 'common' : 'other'} ${index % 97 === 0 ? 'rare' : ''} ${index < 500 ? 'ancient' : ''} n${index}`,
      {
        createdAt: new Date(Date.UTC(2025, 0, 1) + ((index * 7_919) % count) * 60_000),
        ...field(index),
      },
    ),
  );
  for (let start = 0; start < count; start += 1_000) {
    await insertBookmarks(db, person, bookmarks.slice(start, start + 1_000));
  }

  const tierOf = (bookmark: SampleBookmark, word: string): number => {
    if (bookmark.title.includes(word)) return 1;
    if (bookmark.tags?.includes(word)) return 2;
    if (new URL(bookmark.url).host.includes(word)) return 3;
    return bookmark.description?.includes(word) ? 4 : 5;
  };
  const expected = (word: string): string[] =>
    bookmarks
      .filter((bookmark) => tierOf(bookmark, word) < 5)
      .sort((a, b) => tierOf(a, word) - tierOf(b, word) || Number(b.createdAt) - Number(a.createdAt))
      .map(({ title }) => title);

  test.each(['common', 'comm', 'rare', 'ancient', 'other', 'n4711'])(
    'by cursor every hit for %j comes once, in order of tier and date',
    async (q) => {
      const word = q === 'comm' ? 'common' : q;
      const wanted = expected(word);
      const found: (string | null)[] = [];
      let cursor: string | null = null;
      let pages = 0;
      do {
        const query: Query = { q, size: 200, ...(cursor === null ? {} : { cursor }) };
        const answer = await find(person, query);
        found.push(...answer.bookmarks.map(({ title }) => title));
        expect(answer.pagination.total).toBeGreaterThan(wanted.length * 0.7);
        expect(answer.pagination.total).toBeLessThan(wanted.length * 1.4);
        cursor = answer.pagination.next;
        pages += 1;
      } while (cursor !== null && pages < 100);
      expect(found).toEqual(wanted);
    },
    30_000,
  );

  test.each(['common', 'rare', 'other'])('pages by number are the same: %s', async (q) => {
    const wanted = expected(q);
    for (const page of [1, 2, 5, 40]) {
      const found = await titles(person, { q, size: 50, page });
      expect(found).toEqual(wanted.slice((page - 1) * 50, page * 50));
    }
  });

  test('a page behind the end is empty and knows the number of hits', async () => {
    const { bookmarks, pagination } = await find(person, { q: 'rare', page: 99 });
    expect([bookmarks, pagination.total, pagination.next]).toEqual([[], expected('rare').length, null]);
  });

  test.each(['common rare', 'other ancient', 'comm oth', 'common n13', 'ancient nowhere'])(
    'several words are found wherever the rarest leads: %s',
    async (q) => {
      const words = q.replace('comm ', 'common ').replace(/oth$/, 'other').split(' ');
      const has = (bookmark: SampleBookmark) =>
        words.every((word) => JSON.stringify(bookmark).includes(word === 'n13' ? ' n13' : word));
      const wanted = bookmarks.filter(has).map(({ title }) => title);
      const { bookmarks: found, pagination } = await find(person, { q, size: 200 });
      expect(found.length).toBe(Math.min(wanted.length, 200));
      expect(found.every(({ title }) => wanted.includes(title ?? ''))).toBe(true);
      if (wanted.length < 200) expect(pagination.total).toBe(wanted.length);
    },
  );

  test('the number of hits of rare words is exact', async () => {
    expect((await find(person, { q: 'rare' })).pagination.total).toBe(expected('rare').length);
    expect((await find(person, { q: 'nowhere' })).pagination.total).toBe(0);
  });

  test('a cursor of another query, space or account is refused', async () => {
    const cursor = (await find(person, { q: 'common', size: 5 })).pagination.next ?? '';
    const other = await signUp();
    for (const [query, as] of [
      [{ q: 'comm', cursor }, person],
      [{ q: 'common', space: 'all', cursor }, person],
      [{ q: 'common', cursor }, other],
    ] as const) {
      const { problem } = await call('search.find', { query }, as);
      expect(problem).toMatchObject({ status: 422, errors: [{ path: 'cursor' }] });
    }
  });

  test('thirty results take as many statements as ten', async () => {
    const ten = await countStatements(db, () => find(person, { q: 'rare', size: 10 }));
    expect(await countStatements(db, () => find(person, { q: 'rare', size: 30 }))).toBe(ten);
  });
});
