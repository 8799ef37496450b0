import { describe, expect, test } from 'vitest';
import { countStatements } from '@/provider/testing/statements';
import {
  createFinder,
  insertBookmarks,
  sample,
  type FindQuery,
  type SampleBookmark,
} from '@/provider/testing/bookmarks';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;
const { find, titles } = createFinder(tested);

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
    'pages by cursor contain every hit for %j once, in order of tier and date',
    async (q) => {
      const word = q === 'comm' ? 'common' : q;
      const wanted = expected(word);
      const found: (string | null)[] = [];
      let cursor: string | null = null;
      let pages = 0;
      do {
        const query: FindQuery = { q, size: 200, ...(cursor === null ? {} : { cursor }) };
        const answer = await find(person, query);
        found.push(...answer.bookmarks.map(({ title }) => title));
        expect(answer.full).toBe(wanted.length);
        cursor = answer.pagination.next;
        pages += 1;
      } while (cursor !== null && pages < 100);
      expect(found.slice(0, wanted.length)).toEqual(wanted);
      expect(new Set(found).size).toBe(found.length);
    },
  );

  test.each(['common', 'rare', 'other'])('pages by number are the same: %s', async (q) => {
    const wanted = expected(q);
    for (const page of [1, 2, 5, 40]) {
      const found = await titles(person, { q, size: 50, page });
      expect(found).toEqual(wanted.slice((page - 1) * 50, page * 50));
    }
  });

  test('a page after the end is empty and has the number of hits', async () => {
    const { bookmarks, pagination } = await find(person, { q: 'rare', page: 99 });
    expect([bookmarks, pagination.total, pagination.next]).toEqual([[], expected('rare').length, null]);
  });

  test.each(['common rare', 'other ancient', 'comm oth', 'common n13', 'ancient nowhere'])(
    'several words are found by the index of the rarest: %s',
    async (q) => {
      const words = q.replace('comm ', 'common ').replace(/oth$/, 'other').split(' ');
      const has = (bookmark: SampleBookmark) =>
        words.every((word) => JSON.stringify(bookmark).includes(word === 'n13' ? ' n13' : word));
      const wanted = bookmarks.filter(has).map(({ title }) => title);
      const { bookmarks: all, full } = await find(person, { q, size: 200 });
      const found = all.slice(0, full);
      expect(found.length).toBe(Math.min(wanted.length, 200));
      expect(found.every(({ title }) => wanted.includes(title ?? ''))).toBe(true);
      expect(full).toBe(wanted.length);
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
      [{ q: 'common', space: 'current', cursor }, person],
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

test('every hit is returned once, in order, if the newest bookmarks have none', async () => {
  const person = await signUp();
  const count = 5_000;
  const bookmarks = Array.from({ length: count }, (_, index) =>
    sample(index < 1_500 ? `recent n${index}` : `${index % 3 === 0 ? 'older' : 'elder'} n${index}`, {
      description: index >= 1_500 && index % 2 === 0 ? 'older' : '',
      createdAt: new Date(Date.UTC(2025, 0, 1) - index * 60_000),
    }),
  );
  for (let start = 0; start < count; start += 1_000) {
    await insertBookmarks(db, person, bookmarks.slice(start, start + 1_000));
  }
  const inTitle = bookmarks.filter(({ title }) => title.startsWith('older'));
  const inRest = bookmarks.filter((b) => b.description === 'older' && !inTitle.includes(b));
  const found: (string | null)[] = [];
  let cursor: string | null = null;
  do {
    const answer = await find(person, { q: 'older', size: 200, ...(cursor === null ? {} : { cursor }) });
    found.push(...answer.bookmarks.map(({ title }) => title));
    cursor = answer.pagination.next;
  } while (cursor !== null);
  expect(found).toEqual([...inTitle, ...inRest].map(({ title }) => title));
});
