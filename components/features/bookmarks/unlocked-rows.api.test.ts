import { describe, expect, test } from 'vitest';
import { findMatches } from '@/components/features/bookmarks/matching-rows';
import { mixRows } from '@/components/features/bookmarks/placed-rows';
import { groupRows, sortByTitle, type UnlockedRow } from '@/components/features/bookmarks/unlocked-list';
import { hasUnlockedTag } from '@/components/features/bookmarks/unlocked-rows';
import { sortKeysOf } from '@/lib/bookmark/scope';
import type { Input } from '@/lib/contract';
import type { BookmarkSort } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { parseQuery } from '@/lib/domain/query/parse';
import { caseClock, caseLibrary, queryCases } from '@/lib/domain/query/testing/cases';
import { bookmarkTiers } from '@/lib/domain/search-terms';
import { bookmarkSorts, sortQuery } from '@/lib/domain/sort';
import { tagKey } from '@/lib/domain/tag-key';
import { encryptedLibrary, type EncryptedLibrary } from '@/lib/vault/testing/encrypted-library';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, clock } = tested;
const plain = await encryptedLibrary(tested, () => false);
const encrypted = await encryptedLibrary(tested, () => true);
const mixed = await encryptedLibrary(tested, (index) => index % 2 === 0);
clock.freeze(caseClock.now);

type Filter = Pick<NonNullable<Input<'bookmarks.list'>['query']>, 'collection' | 'tag' | 'encrypted'>;
const size = 200;

async function listed({ reader }: EncryptedLibrary, filter: Filter, sort: BookmarkSort): Promise<Bookmark[]> {
  const query = { ...filter, ...sortQuery(sort), size };
  return (await call('bookmarks.list', { query }, reader)).body.content;
}

/** Returns the list as a browser with all keys unlocked shows it. */
async function shown(
  library: EncryptedLibrary,
  filter: Filter,
  sort: BookmarkSort,
  decrypted: readonly UnlockedRow[],
) {
  const content = await listed(library, filter, sort);
  const list = { total: content.length, rows: new Map(content.entries()) };
  const added = decrypted.flatMap(({ bookmark, isAdded }) => (isAdded ? [bookmark] : []));
  const { total, rows } = sort.startsWith('title')
    ? groupRows(list, sortByTitle(decrypted, sort === 'title-DESC'), [])
    : mixRows(list, added, sort);
  return Array.from({ length: total }, (_, place) => rows.get(place)?.uuid ?? '');
}

/**
 * Returns the titles of a list without encrypted bookmarks in the order of a library in which some of them are
 * encrypted.
 */
function grouped({ texts, titleOf }: EncryptedLibrary, titles: readonly string[], sort: BookmarkSort) {
  if (!sort.startsWith('title')) return titles;
  const encrypted = new Set([...texts.keys()].map((uuid) => titleOf.get(uuid)));
  const [unlocked, others] = [true, false].map((isIn) => titles.filter((one) => encrypted.has(one) === isIn));
  return [...(unlocked ?? []), ...(others ?? [])];
}

const titlesIn = ({ titleOf }: EncryptedLibrary, uuids: readonly string[]) =>
  uuids.map((uuid) => titleOf.get(uuid) ?? '');

async function expectSame(
  filterOf: (library: EncryptedLibrary) => Filter,
  decryptedOf: (library: EncryptedLibrary) => Promise<readonly UnlockedRow[]>,
  sorts: readonly BookmarkSort[] = bookmarkSorts,
) {
  for (const sort of sorts) {
    const expected = titlesIn(
      plain,
      (await listed(plain, filterOf(plain), sort)).map(({ uuid }) => uuid),
    );
    for (const library of [encrypted, mixed]) {
      const found = titlesIn(
        library,
        await shown(library, filterOf(library), sort, await decryptedOf(library)),
      );
      expect(found, sort).toEqual(grouped(library, expected, sort));
    }
  }
}

describe('a tag lists unlocked bookmarks as it lists plain ones, in every order, by title above the others', () => {
  const tags = [...new Set(caseLibrary.flatMap(({ tags: own = [] }) => own.map(tagKey)))];
  test.each(tags)('%s', async (tag) => {
    const decrypted = ({ rows, texts }: EncryptedLibrary) =>
      rows.flatMap((bookmark) => {
        const text = texts.get(bookmark.uuid);
        if (text === undefined || !hasUnlockedTag(tag, bookmark, text)) return [];
        return [{ bookmark, keys: sortKeysOf({ ...bookmark, ...text }), isAdded: true }];
      });
    await expectSame(
      () => ({ tag }),
      (library) => Promise.resolve(decrypted(library)),
    );
  });
});

const queries = queryCases
  .map(([query]) => query)
  // An encrypted bookmark is never known to be broken, and is no duplicate of a readable one.
  .filter(
    (query) => !/is:(?:encrypted|broken|duplicate)/.test(query) && parseQuery(query).query.where !== null,
  );

describe('a smart collection has the unlocked bookmarks that it would have plain, by title above the others', () => {
  test.each(queries)('%s', async (query) => {
    const made = new Map<EncryptedLibrary, string>();
    for (const library of [plain, encrypted, mixed]) {
      const body = { name: 'Smart', smart: { query } };
      const { uuid } = (await call('collections.create', { body }, library.reader)).body;
      made.set(library, uuid);
    }
    const collectionIn = (library: EncryptedLibrary) => made.get(library) ?? '';
    const matches = async (library: EncryptedLibrary) => {
      const asked = { query: { q: query, size: 1, texts: 'false' } } as const;
      const meant = (await call('search.find', asked, library.reader)).body;
      const { content: collections } = (await call('collections.list', { query: {} }, library.reader)).body;
      const isKnown = meant.tiers.some((tier) => tier < bookmarkTiers);
      const search = { ...caseClock, query: { text: '', words: meant.query.words }, isKnown };
      return findMatches(
        library.index,
        { ...search, collection: collectionIn(library), collections },
        library.defaultCollection,
      );
    };
    await expectSame(
      (library) => ({ collection: collectionIn(library) }),
      async (library) => (await matches(library)).rows,
      ['created_at-ASC', 'title-DESC', 'last_accessed-DESC'],
    );
    const { holdsLocked } = await matches(encrypted);
    const locked = await listed(encrypted, { collection: collectionIn(encrypted) }, 'created_at-DESC');
    expect(encrypted.rows.filter(holdsLocked)).toEqual(locked);
    for (const [{ reader }, uuid] of made) await call('collections.delete', { params: { uuid } }, reader);
  });
});
