import { describe, expect, test } from 'vitest';
import { sampleSpace } from '@/lib/offline/testing/sample-library';
import { indexSpaces, searchSpaces } from '@/lib/offline/search-library';
import { caseClock, queryCases } from '@/lib/domain/query/testing/cases';
import { encryptedLibrary, type EncryptedLibrary } from '@/lib/vault/testing/encrypted-library';
import { createFinder } from '@/provider/testing/bookmarks';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { find } = createFinder(tested);
const { signal } = new AbortController();
const pause = () => Promise.resolve();

async function copyOf({ rows, collections, texts }: EncryptedLibrary, isUnlocked: boolean) {
  const spaces = [sampleSpace('one', { bookmarks: rows, collections })];
  return (await indexSpaces(spaces, isUnlocked ? texts : new Map(), { pause, signal })) ?? [];
}

describe('the copy on a device', async () => {
  const plain = await encryptedLibrary(tested, () => false);
  const mixed = await encryptedLibrary(tested, (index) => index % 2 === 0);
  const [plainCopy, mixedCopy] = [await copyOf(plain, false), await copyOf(mixed, true)];
  tested.clock.freeze(caseClock.now);
  const titlesOf = ({ titleOf }: EncryptedLibrary, bookmarks: readonly { uuid: string }[]) =>
    bookmarks.map(({ uuid }) => titleOf.get(uuid));
  const queries = queryCases.map(([query]) => query).filter((query) => [...query.trim()].length > 1);

  // Guarantee: a query has the same meaning with and without a network, including typos, order and limit.
  test.each(queries)('has the same results as the service, in the same order: %s', async (text) => {
    const { bookmarks, full } = await find(plain.reader, { q: text, size: 50 });
    const found = searchSpaces(plainCopy, { ...caseClock, text });
    expect(titlesOf(plain, found.bookmarks)).toEqual(titlesOf(plain, bookmarks));
    expect(found.full).toBe(full);
  });

  // Links of encrypted bookmarks are never checked, and only the copy can detect duplicates of plain bookmarks.
  const comparable = queries.filter((query) => !/is:(?:encrypted|broken|duplicate)/.test(query));
  test.each(comparable)('has the same results if half of it is encrypted and unlocked: %s', async (text) => {
    const { bookmarks } = await find(plain.reader, { q: text, size: 50 });
    const found = searchSpaces(mixedCopy, { ...caseClock, text });
    expect(titlesOf(mixed, found.bookmarks)).toEqual(titlesOf(plain, bookmarks));
  });
});
