import { describe, expect, test } from 'vitest';
import {
  caseClock,
  caseLibrary,
  closestCases,
  publicCollections,
  queryCases,
} from '@/lib/domain/query/testing/cases';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { createFinder, insertBookmarks } from '@/provider/testing/bookmarks';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db, clock } = tested;
const { find } = createFinder(tested);

/** Runs the query cases of the browser on the database: both implement the same grammar. */
describe('a query finds', async () => {
  const person = await signUp();
  const reader = { ...person, headers: { 'time-zone': caseClock.timeZone } };
  const { content } = (await call('collections.list', { query: {} }, person)).body;
  const byDefault = content.find(({ isDefault }) => isDefault)?.uuid ?? '';
  const places = new Map<string, string>();
  for (const name of new Set(caseLibrary.flatMap(({ collections = [] }) => collections))) {
    const security = publicCollections.includes(name) ? 1 : 0;
    places.set(name, (await call('collections.create', { body: { name, security } }, person)).body.uuid);
  }
  const ids = await insertBookmarks(
    db,
    person,
    caseLibrary.map(({ title, url, description = '', tags = [], collections = [], ...more }) => ({
      title,
      url,
      description,
      tags: [...tags],
      collections: collections.length === 0 ? [byDefault] : collections.map((name) => places.get(name) ?? ''),
      favorite: more.isFavorite ?? false,
      highlighted: more.isHighlighted ?? false,
      later: more.isLater ?? false,
      readAt: more.readAt === undefined ? null : new Date(more.readAt),
      broken: more.isBroken ?? false,
      createdAt: new Date(more.createdAt),
      lastAccessedAt: more.visitedAt === undefined ? null : new Date(more.visitedAt),
      visits: more.visits ?? 0,
    })),
  );
  const titleOf = new Map(ids.map((id, index) => [id, caseLibrary[index]?.title ?? '']));
  for (const [index, { isEncrypted }] of caseLibrary.entries()) {
    const body = { encrypted: true, cipher: sampleEnvelope() };
    if (isEncrypted === true) {
      await call('bookmarks.update', { params: { uuid: ids[index] ?? '' }, body }, person);
    }
  }
  clock.freeze(caseClock.now);

  // Limits and orders have separate tests, and words that need not match.
  const cases = queryCases.filter(
    ([query]) => !query.includes('limit:') && !/^OR |(?:^| )or | OR$/.test(query),
  );

  test.each(cases.map(([query, ...titles]) => ({ query, titles })))('$query', async ({ query, titles }) => {
    // The shortest query has two characters; a single one is searched with a condition that is always true.
    const q = query === '🚀' ? `${query} created:>2000` : query;
    const { bookmarks, full } = await find(reader, { q });
    const whole = bookmarks.slice(0, full);
    expect(whole.map(({ uuid }) => titleOf.get(uuid)).sort()).toEqual([...titles].sort());
  });

  test.each(closestCases.map(([query, ...titles]) => ({ query, titles })))(
    'as the closest hits: $query',
    async ({ query, titles }) => {
      const { bookmarks, full } = await find(reader, { q: query });
      expect(full).toBe(0);
      expect(bookmarks.map(({ uuid }) => titleOf.get(uuid))).toEqual(titles);
    },
  );

  test.each([
    ['OR ouro', ['Ouro e euforia']],
    ['ouro OR', ['Ouro e euforia']],
    ['how to rust', ['Rust async book', 'A gist about parsers']],
    ['ouro or acao', []],
  ])('a word that only connects others need not match: %s', async (q, titles) => {
    const { bookmarks, full } = await find(reader, { q });
    expect(bookmarks.slice(0, full).map(({ uuid }) => titleOf.get(uuid))).toEqual(titles);
  });
});
