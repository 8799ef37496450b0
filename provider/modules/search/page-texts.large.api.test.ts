import { describe, expect, test } from 'vitest';
import { inTransaction } from '@/provider/db/transaction';
import { createFinder, insertBookmarks, sample, type FindQuery } from '@/provider/testing/bookmarks';
import { statementsOf } from '@/provider/testing/statements';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { signUp, db } = tested;
const { find, titles } = createFinder(tested);

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
    return { ...sample(title, { createdAt }), page };
  });
  for (let start = 0; start < count; start += 1_000) {
    const part = samples.slice(start, start + 1_000);
    const ids = await insertBookmarks(
      db,
      person,
      part.map(({ page: _, ...bookmark }) => bookmark),
    );
    await db.$client.query(
      `insert into page_contents (account_id, bookmark_id, space_id, status, title, byline, excerpt, html, text, word_count, fetched_at, search)
       select $4, id, $3, 'ready', '', '', '', '', page, 1, now(), page::tsvector from unnest($1::uuid[], $2::text[]) p (id, page)`,
      [ids, part.map(({ page }) => page), person.spaceId, person.accountId],
    );
  }
  await db.$client.query('analyze page_contents');

  const expected = (word: string): string[] => {
    const tierOf = ({ title, page }: (typeof samples)[number]): number =>
      title.includes(word) ? 1 : page.includes(word) ? 2 : 3;
    return samples
      .filter((bookmark) => tierOf(bookmark) < 3)
      .sort((a, b) => tierOf(a) - tierOf(b) || Number(b.createdAt) - Number(a.createdAt))
      .map(({ title }) => title);
  };

  test.each(['often', 'oft', 'seldom', 'early', 'nowhere'])(
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

  test.each(['often', 'seldom'])('pages by number are the same: %s', async (q) => {
    const wanted = expected(q);
    for (const page of [1, 2, 5, 40]) {
      const found = await titles(person, { q, size: 50, page });
      expect(found).toEqual(wanted.slice((page - 1) * 50, page * 50));
    }
  });

  test('the number of rare hits is exact', async () => {
    expect((await find(person, { q: 'seldom' })).pagination.total).toBe(expected('seldom').length);
    expect((await find(person, { q: 'often early seldom' })).full).toBe(
      samples.filter(({ title, page }) =>
        ['often', 'early', 'seldom'].every((word) => `${title} ${page}`.includes(word)),
      ).length,
    );
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
    for (const q of ['often', 'early', 'seldom']) {
      const { bookmarks, pagination } = await find(person, { q, size: 150 });
      expect(bookmarks.map(({ title }) => title)).toEqual(expected(q).slice(0, 150));
      expect(pagination.total).toBe(expected(q).length);
    }
  });

  test('texts with frequent words are found by the index of words', async () => {
    const sent = await statementsOf(db, () => find(person, { q: 'often' }));
    const [count] = sent.filter(({ text }) => /from page_contents/.test(text));
    if (count === undefined) throw new Error('no texts were searched');
    const { rows } = await inTransaction(
      db,
      (tx) => tx.$client.query<{ 'QUERY PLAN': string }>(`explain ${count.text}`, count.values),
      count.settings,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('page_contents_search_idx');
    expect(plan).not.toContain('page_contents_pkey');
  });
});
