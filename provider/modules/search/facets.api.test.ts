import { describe, expect, test } from 'vitest';
import type { Input, Output } from '@/lib/contract';
import { newId } from '@/provider/db/client';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { countStatements } from '@/provider/testing/statements';
import { insertBookmarks, sample, type SampleBookmark } from '@/provider/testing/bookmarks';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;

const cipher = sampleEnvelope();

const facets = async (
  person: { token: string; spaceId?: string },
  query: NonNullable<Input<'search.facets'>['query']>,
  headers: Record<string, string> = {},
): Promise<Output<'search.facets'>> => (await call('search.facets', { query }, { ...person, headers })).body;

const collect = async (person: { token: string }, name: string): Promise<string> =>
  (await call('collections.create', { body: { name } }, person)).body.uuid;

const on = (day: string): Partial<SampleBookmark> => ({ createdAt: new Date(`${day}T12:00:00Z`) });

describe('facets', () => {
  test('count all hits and nothing else, the most frequent first', async () => {
    const person = await signUp();
    const [trains, boats] = [await collect(person, 'Trains'), await collect(person, 'Boats')];
    await insertBookmarks(db, person, [
      sample('night one', { ...on('2024-02-01'), collections: [trains], tags: ['slow', 'rail'], url: 'https://github.com/a/b' }),
      sample('night two', { ...on('2024-03-01'), collections: [trains, boats], tags: ['Slow'], url: 'https://gist.github.com/x' }),
      sample('x', { ...on('2025-03-01'), collections: [boats], description: 'by night', url: 'https://youtube.com/watch?v=1' }),
      sample('day', { ...on('2023-03-01'), collections: [boats], tags: ['day'], url: 'https://example.org/' }),
    ]); // prettier-ignore
    const found = await facets(person, { q: 'nigh' });
    expect(found).toEqual({
      collections: [
        {
          uuid: boats,
          name: 'Boats',
          color: expect.any(String) as string,
          isDefault: false,
          space: person.spaceId,
          count: 2,
        },
        {
          uuid: trains,
          name: 'Trains',
          color: expect.any(String) as string,
          isDefault: false,
          space: person.spaceId,
          count: 2,
        },
      ],
      tags: [
        { name: expect.stringMatching(/^slow$/i) as string, count: 2 },
        { name: 'rail', count: 1 },
      ],
      hosts: [
        { name: 'github.com', count: 2 },
        { name: 'gist.github.com', count: 1 },
        { name: 'youtube.com', count: 1 },
      ],
      types: [
        { name: 'code', count: 2 },
        { name: 'video', count: 1 },
      ],
      years: [
        { name: '2025', count: 1 },
        { name: '2024', count: 2 },
      ],
      exact: true,
    });
  });

  test('have the number of hits of the narrowed query', async () => {
    const person = await signUp();
    const words = ['night', 'day', 'dawn'];
    await insertBookmarks(
      db,
      person,
      Array.from({ length: 60 }, (_, index) =>
        sample(`${words[index % 3]} train ${index}`, {
          createdAt: new Date(Date.UTC(2020 + (index % 4), index % 12, 5)),
          tags: index % 2 === 0 ? ['slow'] : ['Fast', 'rail way'],
          url: `https://${index % 5 === 0 ? 'deep.' : ''}site${index % 3}.example/${index}.pdf`,
        }),
      ),
    );
    for (const q of ['train', 'train -dawn', 'night OR dawn', '#slow']) {
      const found = await facets(person, { q });
      const narrowed = [
        ...found.tags.map(({ name, count }) => [`#"${name}"`, count] as const),
        ...found.hosts.map(({ name, count }) => [`site:${name}`, count] as const),
        ...found.types.map(({ name, count }) => [`type:${name}`, count] as const),
        ...found.years.map(({ name, count }) => [`created:${name}`, count] as const),
      ];
      expect(narrowed.length).toBeGreaterThan(8);
      for (const [condition, count] of narrowed) {
        const { body } = await call('search.find', { query: { q: `(${q}) ${condition}` } }, person);
        expect([condition, body.pagination.total]).toEqual([condition, count]);
      }
    }
  });

  test('have at most twelve entries of each kind', async () => {
    const person = await signUp();
    await insertBookmarks(
      db,
      person,
      Array.from({ length: 30 }, (_, index) =>
        sample(`word ${index}`, {
          createdAt: new Date(Date.UTC(1990 + index, 5, 5)),
          tags: [`tag ${String(index).padStart(2, '0')}`],
          url: `https://host${index}.example/`,
        }),
      ),
    );
    const { tags, hosts, years } = await facets(person, { q: 'word' });
    expect([tags.length, hosts.length, years.length]).toEqual([12, 12, 12]);
    expect(years.map(({ name }) => name).slice(0, 2)).toEqual(['2019', '2018']);
    expect(tags.at(-1)).toEqual({ name: 'tag 11', count: 1 });
  });

  test('have years in the time zone of the reader', async () => {
    const person = await signUp();
    await insertBookmarks(db, person, [sample('word', { createdAt: new Date('2025-01-01T01:00:00Z') })]);
    expect((await facets(person, { q: 'word' })).years).toEqual([{ name: '2025', count: 1 }]);
    const { years } = await facets(person, { q: 'word' }, { 'Time-Zone': 'America/Sao_Paulo' });
    expect(years).toEqual([{ name: '2024', count: 1 }]);
  });

  test('are empty if nothing is found or searched', async () => {
    const person = await signUp();
    await insertBookmarks(db, person, [sample('word', { tags: ['tag'] })]);
    const nothing = { collections: [], tags: [], hosts: [], types: [], years: [], exact: true };
    for (const q of ['', ' ', 'nowhere', '"!"']) expect(await facets(person, { q })).toEqual(nothing);
  });

  test('count encrypted bookmarks only by collection and year', async () => {
    const person = await signUp();
    const secret = await collect(person, 'Secret');
    const [id = ''] = await insertBookmarks(db, person, [
      sample('hidden word', { ...on('2022-02-02'), collections: [secret], tags: ['hush'], url: 'https://youtube.com/watch?v=7' }),
    ]); // prettier-ignore
    await call('bookmarks.update', { params: { uuid: id }, body: { encrypted: true, cipher } }, person);
    expect(await facets(person, { q: 'is:encrypted' })).toEqual({
      collections: [
        {
          uuid: secret,
          name: 'Secret',
          color: expect.any(String) as string,
          isDefault: false,
          space: person.spaceId,
          count: 1,
        },
      ],
      tags: [],
      hosts: [],
      types: [],
      years: [{ name: '2022', count: 1 }],
      exact: true,
    });
  });
});

test('the default collection is named as such', async () => {
  const person = await signUp();
  await call('bookmarks.create', { body: { url: 'https://word.example/', title: 'word' } }, person);
  expect((await facets(person, { q: 'word' })).collections).toMatchObject([{ isDefault: true, count: 1 }]);
});

describe('the counted bookmarks are', () => {
  test('those of all spaces of the account, of one of them, or of one collection', async () => {
    const person = await signUp();
    const collection = await collect(person, 'Words');
    const space = (await call('spaces.create', { body: { name: 'Work' } }, person)).body.uuid;
    const there = { ...person, spaceId: space };
    await insertBookmarks(db, person, [
      sample('word in', { collections: [collection], tags: ['in'] }),
      sample('word out', { tags: ['out'] }),
    ]);
    await insertBookmarks(db, there, [sample('word at work', { tags: ['work'] })]);
    await insertBookmarks(db, await signUp(), [sample('word of somebody else', { tags: ['theirs'] })]);
    const tagsOf = async (query: { q: string; space?: string; collection?: string }) =>
      (await facets(person, query)).tags.map(({ name }) => name).sort();
    expect(await tagsOf({ q: 'word' })).toEqual(['in', 'out', 'work']);
    expect(await tagsOf({ q: 'word', space: 'current' })).toEqual(['in', 'out']);
    expect(await tagsOf({ q: 'word', space })).toEqual(['work']);
    expect(await tagsOf({ q: 'word', collection })).toEqual(['in']);
    for (const uuid of [newId(), space]) {
      const { problem } = await call('search.facets', { query: { q: 'word', collection: uuid } }, person);
      expect(problem).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
  });

  test('not those in the trash', async () => {
    const person = await signUp();
    await insertBookmarks(db, person, [sample('word', { tags: ['gone'], deletedAt: new Date() })]);
    expect((await facets(person, { q: 'word' })).tags).toEqual([]);
  });

  test('those of the closest hits, without the conditions that the search drops', async () => {
    const person = await signUp();
    await insertBookmarks(db, person, [
      sample('night train', { tags: ['slow'] }),
      sample('boat', { tags: ['wet'], favorite: true }),
    ]);
    expect((await facets(person, { q: 'train is:favorite' })).tags).toEqual([{ name: 'slow', count: 1 }]);
    expect((await facets(person, { q: 'train boat' })).tags).toHaveLength(2);
  });

  test('with the Pro plan also hits by page text', async () => {
    const texts = async (plan: 'free' | 'pro'): Promise<unknown> => {
      const person = await signUp({ plan });
      const [id = ''] = await insertBookmarks(db, person, [sample('x', { tags: ['by page'] })]);
      await db.$client.query(
        `insert into page_contents (account_id, bookmark_id, space_id, status, title, byline, excerpt, html, text, word_count, fetched_at, search)
         values ($3, $1, $2, 'ready', '', '', '', '', 'a couchette', 2, now(), '''couchette'''::tsvector)`,
        [id, person.spaceId, person.accountId],
      );
      return (await facets(person, { q: 'couchette' })).tags;
    };
    expect(await texts('free')).toEqual([]);
    expect(await texts('pro')).toEqual([{ name: 'by page', count: 1 }]);
  });

  test('with the Pro plan also those of a question', async () => {
    const query = { q: 'what did I save last week', mode: 'ask' } as const;
    const { problem } = await call('search.facets', { query }, await signUp());
    expect(problem).toMatchObject({ status: 402, code: 'PLAN_REQUIRED', feature: 'ask' });
    expect((await facets(await signUp({ plan: 'pro' }), query)).exact).toBe(true);
  });
});

test('the number of statements is the same for any number of hits, and small', async () => {
  const person = await signUp();
  await insertBookmarks(db, person, [sample('rare word', { tags: ['a'] })]);
  const one = await countStatements(db, () => facets(person, { q: 'rare' }));
  await insertBookmarks(
    db,
    person,
    Array.from({ length: 300 }, (_, index) => sample(`rare word ${index}`, { tags: [`t${index}`] })),
  );
  expect(await countStatements(db, () => facets(person, { q: 'rare' }))).toBe(one);
  expect(one).toBeLessThanOrEqual(5);
});

describe('of many hits', async () => {
  const person = await signUp({ plan: 'pro' });
  await db.$client.query(
    `insert into bookmarks (id, space_id, account_id, title, url, domain, path, description, tags, encrypted, favorite,
       highlighted, order_key, created_at, updated_at, title_key, search)
     select gen_random_uuid(), $1, $2, 'common', 'https://a.example/' || n, 'a.example', '/' || n, '',
       array[case when n % 4 = 0 then 'quarter' else 'rest' end], false, n % 10 = 0, false, 'a' || n,
       timestamptz '2025-06-01' - n * interval '1 hour', now(), 'common', '''tcommon'''::tsvector
     from generate_series(1, 24000) n`,
    [person.spaceId, person.accountId],
  );

  test('the numbers are exact', async () => {
    const found = await facets(person, { q: 'common' });
    expect(found.exact).toBe(true);
    expect(found.tags).toEqual([
      { name: 'rest', count: 18_000 },
      { name: 'quarter', count: 6_000 },
    ]);
    expect(found.hosts).toEqual([{ name: 'a.example', count: 24_000 }]);
  });

  test('those that fulfil a condition are counted, wherever they are', async () => {
    const found = await facets(person, { q: 'common is:favorite' });
    expect([found.exact, found.hosts]).toEqual([true, [{ name: 'a.example', count: 2_400 }]]);
    const old = await facets(person, { q: 'common created:<2023' });
    expect(old.exact).toBe(true);
    expect(old.years.map(({ name }) => name)).toEqual(['2022']);
  });

  test('those by page text are counted too', async () => {
    await db.$client.query(
      `insert into page_contents (account_id, bookmark_id, space_id, status, title, byline, excerpt, html, text, word_count, fetched_at, search)
       select account_id, id, space_id, 'ready', '', '', '', '', 'a couchette', 2, now(), '''couchette'''::tsvector
       from bookmarks where account_id = $1`,
      [person.accountId],
    );
    const many = await facets(person, { q: 'couchette' });
    expect([many.exact, many.hosts]).toEqual([false, [{ name: 'a.example', count: 1_000 }]]);
    const few = await facets(person, { q: 'couchette created:2025-05-01' });
    expect([few.exact, few.hosts]).toEqual([true, [{ name: 'a.example', count: 24 }]]);
  });
});
