import { describe, expect, test } from 'vitest';
import { readVocabulary } from '@/provider/modules/ask/vocabulary';
import { countRows } from '@/provider/testing/statements';
import { createFinder, insertBookmarks, sample, type FindQuery } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;
const { find } = createFinder(tested);

/** The newest bookmarks are all of one kind and have no page texts yet, so they are not representative. */
describe('a library whose newest bookmarks are not typical', async () => {
  const person = await signUp({ plan: 'pro' });
  const [old, fresh] = [6_000, 1_000];
  const samples = Array.from({ length: old + fresh }, (_, index) => {
    const isFresh = index >= old;
    const words = isFresh
      ? `fresh ${index % 100 === 0 ? 'seldom' : ''}`
      : `common ${index % 3 === 0 ? 'third' : ''}`;
    const createdAt = new Date(Date.UTC(2025, 0, 1) + index * 60_000);
    const page = isFresh ? null : `often every ${index % 500 === 0 ? 'night train' : 'train night'}`;
    const tags = isFresh ? ['new'] : [];
    return { ...sample(`${words} n${index}`, { createdAt, tags }), page };
  });
  for (let start = 0; start < samples.length; start += 1_000) {
    const part = samples.slice(start, start + 1_000);
    const ids = await insertBookmarks(
      db,
      person,
      part.map(({ page: _, ...bookmark }) => bookmark),
    );
    await db.$client.query(
      `insert into page_contents (account_id, bookmark_id, space_id, status, title, byline, excerpt, html, text, word_count, fetched_at, search)
       select $4, id, $3, 'ready', '', '', '', '', page, 1, now(), array_to_tsvector(string_to_array(trim(page), ' '))
       from unnest($1::uuid[], $2::text[]) p (id, page) where page is not null`,
      [ids, part.map(({ page }) => page), person.spaceId, person.accountId],
    );
  }
  await db.$client.query('analyze bookmarks, page_contents');

  async function addSpace(name: string): Promise<TestAccount> {
    const { body } = await call('spaces.create', { body: { name } }, person);
    return { ...person, spaceId: body.uuid };
  }

  const newestFirst = samples.toReversed().map(({ title, page }) => ({ title, page: page ?? '' }));
  const having = (word: string, list = newestFirst): string[] => [
    ...list.filter(({ title }) => title.includes(word)).map(({ title }) => title),
    ...list
      .filter(({ title, page }) => !title.includes(word) && page.includes(word))
      .map(({ title }) => title),
  ];

  async function read(query: FindQuery, from = person) {
    let found: Awaited<ReturnType<typeof find>> | undefined;
    const rows = await countRows(db, async () => {
      found = await find(from, query);
    });
    return {
      titles: found?.bookmarks.map(({ title }) => title),
      total: found?.pagination.total,
      next: found?.pagination.next,
      bookmarks: rows.read.bookmarks ?? 0,
      pages: rows.read.page_contents ?? 0,
      scanned: rows.scanned,
    };
  }

  test.each(['common', 'often', '"night train"', 'third -#new', 'often #new', 'common sort:oldest'])(
    'no table is scanned completely: %s',
    async (q) => {
      expect((await read({ q, size: 5 })).scanned).toEqual([]);
    },
  );

  test('words that are rarer than the newest bookmarks suggest are all looked up in the index', async () => {
    const { titles, total, bookmarks } = await read({ q: 'fresh common', size: 5 });
    expect([titles, total]).toEqual([[], 0]);
    // Reads the sample, a bounded part of the index, and some bookmarks for the suggestion.
    expect(bookmarks).toBeLessThan(1_000 + 500 + 3_400 + 400);
  });

  test('frequent hits that are missing among the newest bookmarks are found by scanning', async () => {
    const { titles, total, bookmarks } = await read({ q: 'common -#new', size: 5 });
    expect(titles).toEqual(having('common').slice(0, 5));
    expect(total).toBeGreaterThanOrEqual(old * 0.5);
    expect(bookmarks).toBeLessThan(1_000 + 3_500 + 2_100);
  });

  test.each(['third common', '(third OR thirty) common -#new'])(
    'older bookmarks show how frequent hits are: %s',
    async (q) => {
      const { titles, total, bookmarks } = await read({ q, size: 5 });
      const wanted = having('third');
      expect(titles).toEqual(wanted.slice(0, 5));
      expect(total).toBeGreaterThan(wanted.length * 0.8);
      expect(total).toBeLessThan(wanted.length * 1.2);
      // Every scan in order passes the newest bookmarks. There are 2,000 hits.
      expect(bookmarks).toBeLessThan(1_000 + 500 + 1_100);
    },
  );

  test('texts are read only up to the last hit', async () => {
    const { titles, bookmarks, pages } = await read({ q: 'often', size: 5 });
    expect(titles).toEqual(having('often').slice(0, 5));
    expect(bookmarks).toBeLessThan(1_000 + 1_000 + 100);
    // The index counts them up to a maximum.
    expect(pages).toBeLessThan(2_700 + 100);
  });

  test('in another order, hits by page text are also found by scanning', async () => {
    const wanted = samples.filter(({ page }) => page !== null).map(({ title }) => title);
    const { titles, next, bookmarks } = await read({ q: 'often sort:oldest', size: 20 });
    expect(titles).toEqual(wanted.slice(0, 20));
    const more = await find(person, { q: 'often sort:oldest', size: 20, cursor: next ?? '' });
    expect(more.bookmarks.map(({ title }) => title)).toEqual(wanted.slice(20, 40));
    const far = await find(person, { q: 'often sort:oldest', size: 20, page: 40 });
    expect(far.bookmarks.map(({ title }) => title)).toEqual(wanted.slice(780, 800));
    expect(bookmarks).toBeLessThan(20 + 1_000 + 1_000 + 1_100);
  });

  test('for a condition that few bookmarks fulfil, only their pages are read', async () => {
    const { titles, total, pages } = await read({ q: 'every title:n77', size: 20 });
    const wanted = newestFirst.filter(({ title, page }) => title.includes(' n77') && page !== '');
    expect([titles, total]).toEqual([wanted.slice(0, 20).map(({ title }) => title), wanted.length]);
    expect(pages).toBeLessThan(300);
  });

  test('a question uses the hosts of the latest bookmarks and reads no others', async () => {
    const { read: rows, scanned } = await countRows(db, () =>
      readVocabulary(db, { accountId: person.accountId, spaceIds: [person.spaceId] }),
    );
    expect([rows.bookmarks, scanned]).toEqual([2_000, []]);
  });

  test('a phrase is found if only few of the texts with its words contain it', async () => {
    const wanted = newestFirst.filter(({ page }) => page.includes('night train')).map(({ title }) => title);
    expect((await read({ q: '"night train"', size: 20 })).titles).toEqual(wanted);
  });

  test('older bookmarks of several other spaces are sampled together', async () => {
    const [first, second] = [await addSpace('First'), await addSpace('Second')];
    await insertBookmarks(db, first, [sample('third common of the first')]);
    await insertBookmarks(db, second, [sample('third common of the second')]);
    const { titles, total } = await read({ q: 'third common', size: 5 }, first);
    const wanted = having('third').slice(0, 3);
    expect(titles).toEqual(['third common of the first', 'third common of the second', ...wanted]);
    expect(total).toBeGreaterThan(having('third').length * 0.8);
  });
});
