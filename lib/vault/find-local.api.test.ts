import { describe, expect, test } from 'vitest';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { querySorts } from '@/lib/domain/query/query';
import { caseClock, closestCases, queryCases } from '@/lib/domain/query/testing/cases';
import { findLocal } from '@/lib/vault/find-local';
import { mergeRows } from '@/lib/vault/merge-rows';
import { encryptedLibrary, type EncryptedLibrary } from '@/lib/vault/testing/encrypted-library';
import { createFinder } from '@/provider/testing/bookmarks';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { clock } = tested;
const { find } = createFinder(tested);

/**
 * Returns the titles of the bookmarks that match the whole query, and of the closest hits, in one ranked list, of which
 * the given number of service rows is loaded; null if unknown.
 */
async function search({ reader, collections, index, titleOf }: EncryptedLibrary, q: string, size = 50) {
  const result = await find(reader, { q, size });
  const scores = new Map(result.bookmarks.map(({ uuid }, place) => [uuid, result.scores[place] ?? 1]));
  const rows = new Map<number, Bookmark>(result.bookmarks.entries());
  const found = findLocal(index, {
    ...caseClock,
    query: result.query,
    collections,
    isKnown: result.matches.some(({ form }) => form === 'exact'),
  });
  const merged = mergeRows(
    { total: result.pagination.total, rows },
    found,
    (row) => scores.get(row.uuid) ?? 1,
  );
  const titles = Array.from(
    { length: merged.total },
    (_, place) => titleOf.get(merged.rows.get(place)?.uuid ?? '') ?? null,
  );
  const full = result.full + found.hits.filter(({ rank }) => rank.score >= 1).length;
  return { full: titles.slice(0, full), closest: titles.slice(full) };
}

const titles = async (library: EncryptedLibrary, q: string, size?: number) =>
  (await search(library, q, size)).full;

describe('what a query finds among plain bookmarks, in its order', async () => {
  const plain = await encryptedLibrary(tested, () => false);
  const encrypted = await encryptedLibrary(tested, () => true);
  const mixed = await encryptedLibrary(tested, (index) => index % 2 === 0);
  clock.freeze(caseClock.now);
  const queries = queryCases
    .map(([query]) => (query === '🚀' ? `${query} created:>2000` : query))
    // Links of encrypted bookmarks are not checked, so they are never broken.
    .filter((query) => !query.includes('is:encrypted') && query !== 'is:broken');

  test.each(queries)('is also found if all of them are encrypted: %s', async (query) => {
    expect(await titles(encrypted, query)).toEqual(await titles(plain, query));
  });

  // Neither side can detect whether an encrypted bookmark and a plain one have the same page.
  test.each(queries.filter((query) => query !== 'is:duplicate'))(
    'is also found if some are encrypted: %s',
    async (query) => {
      expect(await titles(mixed, query)).toEqual(await titles(plain, query));
    },
  );

  test.each(closestCases)(
    'is as close if some or all of them are encrypted: %s',
    async (query, ...closest) => {
      for (const library of [plain, encrypted, mixed]) {
        expect(await search(library, query)).toEqual({ full: [], closest });
      }
    },
  );

  test.each(
    querySorts.flatMap((sort) =>
      ['trains', 'is:favorite', 'created:>2000', '-#travel'].map((query) => `${query} sort:${sort}`),
    ),
  )('is in the requested order: %s', async (query) => {
    const expected = await titles(plain, query);
    expect(await titles(encrypted, query)).toEqual(expected);
    expect(await titles(mixed, query)).toEqual(expected);
  });

  test.each(['', ' sort:title'])('is at its position among the loaded rows, in the order%s', async (sort) => {
    const query = sort === '' ? 'example OR org OR com' : `created:>2000${sort}`;
    const expected = await titles(plain, query);
    for (const size of [1, 2, 3, 5]) {
      const known = await titles(mixed, query, size);
      const firstUnknown = known.indexOf(null);
      expect(firstUnknown).toBeGreaterThanOrEqual(size);
      expect(known.slice(0, firstUnknown)).toEqual(expected.slice(0, firstUnknown));
      expect(known).toHaveLength(expected.length);
    }
  });
});
