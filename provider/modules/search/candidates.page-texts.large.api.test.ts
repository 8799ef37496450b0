import { describe, expect, test } from 'vitest';
import { createFinder, insertBookmarks, sample, type FindQuery } from '@/provider/testing/bookmarks';
import { countRows } from '@/provider/testing/statements';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;
const { find, titles } = createFinder(tested);

/** Stores the texts of pages. */
const insertPages = (
  { accountId, spaceId }: TestAccount,
  ids: readonly string[],
  texts: readonly string[],
): Promise<unknown> =>
  db.$client.query(
    `insert into page_contents (account_id, bookmark_id, space_id, status, title, byline, excerpt, html, text, word_count, fetched_at, search)
     select $4, id, $3, 'ready', '', '', '', '', page, 1, now(), page::tsvector from unnest($1::uuid[], $2::text[]) p (id, page)`,
    [ids, texts, spaceId, accountId],
  );

describe('a large library with page texts', async () => {
  const person = await signUp({ plan: 'pro' });
  const count = 6_000;
  // The search for `data` also finds these.
  const containing = Array.from({ length: 24 }, (_, index) => `x${index}data`);
  const samples = Array.from({ length: count }, (_, index) => {
    const title = `n${index} ${index % 50 === 0 ? 'often' : containing[index % 24]}`;
    const createdAt = new Date(Date.UTC(2025, 0, 1) + ((index * 7_919) % count) * 60_000);
    const page = [
      ...(index % 3 === 0 ? [] : ['often']),
      ...(index % 97 === 0 ? ['seldom'] : containing),
      ...(createdAt < new Date(Date.UTC(2025, 0, 1, 5)) ? ['early'] : []),
    ].join(' ');
    return { ...sample(title, { createdAt }), tags: index % 20 === 0 ? ['few'] : [], page };
  });
  for (let start = 0; start < count; start += 1_000) {
    const part = samples.slice(start, start + 1_000);
    const ids = await insertBookmarks(
      db,
      person,
      part.map(({ page: _, ...bookmark }) => bookmark),
    );
    await insertPages(
      person,
      ids,
      part.map(({ page }) => page),
    );
  }
  await db.$client.query('analyze bookmarks, page_contents');

  const expected = (word: string): string[] => {
    const tierOf = ({ title, page }: (typeof samples)[number]): number =>
      title.includes(word) ? 1 : page.includes(word) ? 2 : 3;
    return samples
      .filter((bookmark) => tierOf(bookmark) < 3)
      .sort((a, b) => tierOf(a) - tierOf(b) || Number(b.createdAt) - Number(a.createdAt))
      .map(({ title }) => title);
  };

  test.each(['seldom', 'early', 'nowhere'])(
    'pages by cursor contain every hit for %j once, those by page text after all others, newest first',
    async (q) => {
      const wanted = expected(q);
      const found: (string | null)[] = [];
      let cursor: string | null = null;
      do {
        const query: FindQuery = { q, size: 200, ...(cursor === null ? {} : { cursor }) };
        const { bookmarks, pagination }: Awaited<ReturnType<typeof find>> = await find(person, query);
        found.push(...bookmarks.map(({ title }) => title));
        expect(pagination.total).toBe(wanted.length);
        cursor = pagination.next;
      } while (cursor !== null && found.length <= wanted.length);
      expect(found).toEqual(wanted);
    },
  );

  test('pages by number are the same', async () => {
    const wanted = expected('seldom');
    for (const page of [1, 2, 5, 40]) {
      const found = await titles(person, { q: 'seldom', size: 50, page });
      expect(found).toEqual(wanted.slice((page - 1) * 50, page * 50));
    }
  });

  test.each(['often', 'oft'])(
    'a word of very many pages finds all bookmarks with it, then some by page text, and estimates their number: %s',
    async (q) => {
      const own = expected(q).filter((title) => title.includes('often'));
      const found: (string | null)[] = [];
      let cursor: string | null = null;
      do {
        const query: FindQuery = { q, size: 200, ...(cursor === null ? {} : { cursor }) };
        const answer: Awaited<ReturnType<typeof find>> = await find(person, query);
        found.push(...answer.bookmarks.map(({ title }) => title));
        expect(answer.query.estimated).toBe(true);
        if (q === 'often') expect(answer.full).toBe(4_000);
        cursor = answer.pagination.next;
      } while (cursor !== null && found.length < count);
      expect(found.slice(0, own.length)).toEqual(own);
      expect(found.length).toBeGreaterThan(own.length + 900);
      expect(found.length).toBeLessThanOrEqual(own.length + 1_000);
      expect(expected(q)).toEqual(expect.arrayContaining(found));
      expect(new Set(found).size).toBe(found.length);
    },
  );

  test('a condition that few bookmarks fulfil finds all of them, however many pages have the word', async () => {
    const { full, query } = await find(person, { q: 'often #few', size: 5 });
    const wanted = samples.filter(
      ({ title, page, tags }) => tags.includes('few') && `${title} ${page}`.includes('often'),
    );
    expect([full, query.estimated]).toEqual([wanted.length, false]);
  });

  test('does not read all pages with a frequent word', async () => {
    const { read } = await countRows(db, () => find(person, { q: 'often' }));
    expect(read['page_contents']).toBeLessThanOrEqual(2 * 1_000 + 10);
  });

  test('the number of rare hits is exact', async () => {
    expect((await find(person, { q: 'seldom' })).pagination.total).toBe(expected('seldom').length);
    expect((await find(person, { q: 'often early seldom' })).full).toBe(
      samples.filter(({ title, page }) =>
        ['often', 'early', 'seldom'].every((word) => `${title} ${page}`.includes(word)),
      ).length,
    );
  });

  test('a page that lacks one of more words than are ranked is no hit', async () => {
    const ranked = containing.slice(8).join(' ');
    expect((await find(person, { q: ranked })).full).toBeGreaterThan(900);
    expect((await find(person, { q: `${ranked} lost` })).full).toBe(0);
  });

  test('in another order, hits by page text are sorted like all others', async () => {
    const wanted = samples
      .filter(({ page, title }) => page.includes('seldom') || title.includes('seldom'))
      .sort((a, b) => Number(a.createdAt) - Number(b.createdAt))
      .map(({ title }) => title);
    expect(await titles(person, { q: 'seldom sort:oldest', size: 200 })).toEqual(wanted);
  });

  test('new bookmarks that still wait for their text hide no other', async () => {
    const createdAt = new Date(Date.UTC(2026, 0, 1));
    await insertBookmarks(
      db,
      person,
      Array.from({ length: 600 }, (_, index) => sample(`fresh${index}`, { createdAt })),
    );
    for (const q of ['early', 'seldom']) {
      const { bookmarks, pagination } = await find(person, { q, size: 150 });
      expect(bookmarks.map(({ title }) => title)).toEqual(expected(q).slice(0, 150));
      expect(pagination.total).toBe(expected(q).length);
    }
  });

  test('does not read the pages of other accounts', async () => {
    const other = await signUp({ plan: 'pro' });
    const theirs = Array.from({ length: 600 }, (_, index) => sample(`their ${index}`));
    const ids = await insertBookmarks(db, other, theirs);
    await insertPages(
      other,
      ids,
      theirs.map(() => 'foreign'),
    );
    for (const spaces of [1, 2]) {
      if (spaces === 2) await call('spaces.create', { body: { name: 'Second' } }, person);
      const { read } = await countRows(db, () => find(person, { q: 'foreign' }));
      expect(read['page_contents']).toBe(0);
    }
  });
});
