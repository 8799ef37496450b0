import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract';
import { listScope } from '@/lib/bookmark/scope';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { createRandom } from '@/lib/utils/random';
import { newId } from '@/provider/db/client';
import { countStatements } from '@/provider/testing/statements';
import { envelope } from '@/provider/testing/envelopes';
import { insertBookmarks, type SampleBookmark } from '@/provider/testing/bookmarks';
import { createTestProvider } from '@/provider/testing/test-provider';

type Query = NonNullable<Input<'bookmarks.list'>['query']>;

const { call, signUp, db } = await createTestProvider();
const owner = await signUp();
const { token } = owner;

const newCollection = async (name: string) =>
  (await call('collections.create', { body: { name } }, { token })).body.uuid;
const fallback = (await call('collections.simplified', {}, { token })).body.content[0]?.uuid ?? '';
const [one, two] = [await newCollection('One'), await newCollection('Two')];

const random = createRandom(7);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
const titles = [
  'Água',
  'agua',
  'Bread',
  'bread & butter',
  'Zebra',
  'été',
  '10 trains',
  '2 trains',
  'Ωmega',
  '',
];

const sample = (index: number): SampleBookmark => {
  const created = Date.UTC(2025, 0, 1 + Math.floor(random() * 20));
  return {
    title: pick(titles),
    url: `https://${pick(['a.example', 'b.example', 'c.example'])}/${index}`,
    tags: [...new Set([pick(['red', 'Blue', 'green']), pick(['red', 'wide open'])])],
    favorite: random() < 0.3,
    highlighted: random() < 0.2,
    createdAt: new Date(created),
    lastAccessedAt: random() < 0.5 ? null : new Date(created + Math.floor(random() * 3) * 60_000),
    deletedAt: random() < 0.2 ? new Date(created + 1) : null,
    collections: pick([[fallback], [one], [two], [one, two], [fallback, two]]),
  };
};
await insertBookmarks(
  db,
  owner,
  Array.from({ length: 120 }, (_, index) => sample(index)),
);

const encrypted = Array.from({ length: 30 }, (_, index) => ({
  uuid: newId(),
  cipher: envelope('key'),
  favorite: index % 3 === 0,
  collections: pick([[fallback], [one], [two], [one, two], [fallback, two]]),
}));
await call('bookmarks.createEncrypted', { body: { items: encrypted } }, { token });
const thrown = { uuids: encrypted.slice(0, 12).map(({ uuid }) => uuid), action: 'delete' } as const;
await call('bookmarks.bulk', { body: thrown }, { token });

/** The whole library, read from the two lists that contain everything. */
const everything: Bookmark[] = [];
for (const trash of [false, true]) {
  const query = { trash, size: 200 };
  everything.push(...(await call('bookmarks.list', { query }, { token })).body.content);
}

async function readAll(query: Query): Promise<{ rows: Bookmark[]; totals: number[] }> {
  const rows: Bookmark[] = [];
  const totals: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Query = { ...query, ...(cursor === null ? {} : { cursor }) };
    const { body } = await call('bookmarks.list', { query: page }, { token });
    rows.push(...body.content);
    totals.push(body.pagination.total);
    cursor = body.pagination.next;
  } while (cursor !== null);
  return { rows, totals };
}

/** Returns the list that a browser would compute from the whole library. */
function expected(query: Query): string[] {
  const { holds, compare } = listScope(query, fallback);
  return everything
    .filter((row) => holds(row) === true)
    .sort(compare)
    .map(({ uuid }) => uuid);
}

const filters: [string, Query][] = [
  ['nothing', {}],
  ['trash', { trash: true }],
  ['no trash', { trash: false }],
  ['favorite', { favorite: true }],
  ['not favorite', { favorite: false }],
  ['highlighted', { highlighted: true }],
  ['encrypted', { encrypted: true }],
  ['not encrypted', { encrypted: false }],
  ['collection', { collection: one }],
  ['collection in the trash', { collection: one, trash: true }],
  ['uncollected', { uncollected: true }],
  ['collected', { uncollected: false }],
  ['tag', { tag: 'RED' }],
  ['tag of two words', { tag: 'wide open' }],
  ['tag that nothing has', { tag: 'none' }],
  ['domain', { domain: 'www.A.example' }],
  ['several at once', { collection: two, favorite: false, tag: 'blue', domain: 'b.example' }],
];
const fields = ['created_at', 'title', 'last_accessed', 'order'] as const;
const orders = ['ASC', 'DESC'] as const;
const sorts = fields.flatMap((sortField) => orders.map((sortOrder) => ({ sortField, sortOrder })));

describe.each(filters)('filtered by %s', (_, filter) => {
  test.each(sorts)(
    '$sortField $sortOrder: by cursor and by page every row is returned once, in order',
    async (sort) => {
      const query = { ...filter, ...sort };
      const wanted = expected(query);
      const { rows, totals } = await readAll({ ...query, size: 9 });
      expect(rows.map(({ uuid }) => uuid)).toEqual(wanted);
      expect(new Set(totals)).toEqual(new Set([wanted.length]));
      const paged = await call('bookmarks.list', { query: { ...query, size: 9, page: 3 } }, { token });
      expect(paged.body.content.map(({ uuid }) => uuid)).toEqual(wanted.slice(18, 27));
      expect(paged.body.pagination).toMatchObject({
        page: 3,
        total: wanted.length,
        pages: Math.ceil(wanted.length / 9),
      });
    },
  );
});

test('a page after the end is empty and has the total', async () => {
  const { body } = await call('bookmarks.list', { query: { page: 99 } }, { token });
  expect(body.content).toEqual([]);
  expect(body.pagination).toMatchObject({ page: 99, next: null, total: expected({}).length });
});

test('a list stays complete and without repetition while rows are added and removed', async () => {
  const person = await signUp();
  const samples = Array.from({ length: 30 }, (_, index) => ({
    title: `${index}`,
    url: `https://x.example/${index}`,
    collections: [],
  }));
  const ids = await insertBookmarks(db, person, samples);
  const first = (await call('bookmarks.list', { query: { size: 10 } }, person)).body;
  const shown = first.content.map(({ uuid }) => uuid);
  await call('bookmarks.delete', { params: { uuid: shown[9] ?? '' } }, person);
  await call('bookmarks.delete', { params: { uuid: ids[5] ?? '' } }, person);
  await call('bookmarks.create', { body: { url: 'https://new.example/' } }, person);
  const query = { size: 200, cursor: first.pagination.next ?? '' };
  const rest = (await call('bookmarks.list', { query }, person)).body.content.map(({ uuid }) => uuid);
  const wanted = ids
    .toReversed()
    .slice(10)
    .filter((id) => id !== ids[5]);
  expect(rest).toEqual(wanted);
});

describe('a cursor', () => {
  const query = { sortField: 'title', sortOrder: 'ASC', size: 5 } as const;
  const next = async () => (await call('bookmarks.list', { query }, { token })).body.pagination.next ?? '';

  const refused = async (given: Query, as = token) => {
    const { problem } = await call('bookmarks.list', { query: given }, { token: as });
    expect(problem).toMatchObject({ status: 422, code: 'VALIDATION_FAILED', errors: [{ path: 'cursor' }] });
  };

  test('is rejected when it is malformed or was modified', async () => {
    const cursor = await next();
    const [payload = '', signature = ''] = cursor.split('.');
    const forged = Buffer.from(JSON.stringify(["'; drop table bookmarks", newId()])).toString('base64url');
    for (const bad of [
      'x',
      '.',
      'e30',
      payload,
      `${forged}.${signature}`,
      `${payload}.x`,
      `${cursor}.x`,
      `x${cursor}`,
      'é'.repeat(500),
    ]) {
      await refused({ ...query, cursor: bad });
    }
  });

  test('is rejected for another sort, filter, space or account', async () => {
    const cursor = await next();
    await refused({ ...query, sortOrder: 'DESC', cursor });
    await refused({ ...query, sortField: 'order', cursor });
    await refused({ ...query, favorite: true, cursor });
    await refused({ ...query, cursor }, (await signUp()).token);
  });

  test('is valid for another size', async () => {
    const { body } = await call(
      'bookmarks.list',
      { query: { ...query, size: 7, cursor: await next() } },
      { token },
    );
    expect(body.content.map(({ uuid }) => uuid)).toEqual(expected(query).slice(5, 12));
    expect(body.pagination.page).toBeNull();
  });

  test('cannot be combined with a page', async () => {
    const given = { ...query, page: 2, cursor: await next() };
    const { problem } = await call('bookmarks.list', { query: given }, { token });
    expect(problem).toMatchObject({ status: 422, errors: [{ path: 'cursor' }] });
  });
});

test.each([
  { sortField: 'title;drop table bookmarks' },
  { sortField: '"title"' },
  { sortField: 'password_hash' },
  { sortOrder: 'ASC,(select pg_sleep(5))' },
  { size: 0 },
  { size: 201 },
  { size: 1.5 },
  { page: 0 },
  { page: -1 },
  { page: '1e9' },
  { collection: 'x' },
  { favorite: 'yes' },
  { tag: 'a\0b' },
])('refuses %j', async (query) => {
  const { problem } = await call('bookmarks.list', { query: query as Query }, { token });
  expect(problem).toMatchObject({ status: 422, errors: [{ path: Object.keys(query)[0] }] });
});

test('a collection of another account or space is not found', async () => {
  const theirs = await signUp();
  const foreign = (await call('collections.create', { body: { name: 'Theirs' } }, theirs)).body.uuid;
  for (const collection of [foreign, newId()]) {
    const { problem } = await call('bookmarks.list', { query: { collection } }, { token });
    expect(problem).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  }
});

test.each([{}, { collection: one }, { uncollected: true }, { tag: 'red' }, { favorite: true }])(
  'reads thirty rows with as many statements as ten: %j',
  async (filter) => {
    const read = (size: number) => () => call('bookmarks.list', { query: { ...filter, size } }, { token });
    await read(10)();
    const ten = await countStatements(db, read(10));
    expect(await countStatements(db, read(30))).toBe(ten);
    expect(ten).toBeLessThan(6);
  },
);
