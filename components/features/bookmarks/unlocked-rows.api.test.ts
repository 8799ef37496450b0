import { describe, expect, test } from 'vitest';
import {
  addSection,
  findMatches,
  hasUnlockedTag,
  sortUnlocked,
  type UnlockedRow,
} from '@/components/features/bookmarks/unlocked-rows';
import { sortKeysOf } from '@/lib/bookmark/scope';
import type { Input } from '@/lib/contract';
import type { BookmarkSort } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { parseQuery } from '@/lib/domain/query/parse';
import { caseClock, caseLibrary, queryCases } from '@/lib/domain/query/testing/cases';
import { bookmarkSorts } from '@/lib/contract/sorts';
import { sortQuery } from '@/lib/domain/sort';
import { tagKey } from '@/lib/domain/tag-key';
import { findsLocked } from '@/lib/vault/find-local';
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
  added: readonly UnlockedRow[],
): Promise<string[]> {
  const content = await listed(library, filter, sort);
  const list = { total: content.length, rows: new Map(content.entries()) };
  const { total, rows } = addSection(list, sortUnlocked(added, sort), []);
  return Array.from({ length: total }, (_, place) => rows.get(place)?.uuid ?? '');
}

/**
 * Returns the titles of a list without encrypted bookmarks in the order of a library in which some of them are
 * encrypted: those that the service does not return are above the others, and it sorts titles that it cannot read last.
 */
function grouped(
  { texts, titleOf }: EncryptedLibrary,
  titles: readonly string[],
  sort: BookmarkSort,
  added: readonly UnlockedRow[],
): string[] {
  const namesOf = (uuids: Iterable<string>) => [...uuids].map((uuid) => titleOf.get(uuid) ?? '');
  const above = new Set(namesOf(added.map(({ bookmark }) => bookmark.uuid)));
  const others = titles.filter((one) => !above.has(one));
  const head = titles.filter((one) => above.has(one));
  if (!sort.startsWith('title')) return [...head, ...others];
  const unreadable = namesOf([...texts.keys()].sort()).filter((one) => others.includes(one));
  if (sort === 'title-DESC') unreadable.reverse();
  return [...head, ...others.filter((one) => !unreadable.includes(one)), ...unreadable];
}

const titlesIn = ({ titleOf }: EncryptedLibrary, uuids: readonly string[]) =>
  uuids.map((uuid) => titleOf.get(uuid) ?? '');

async function expectSame(
  filterOf: (library: EncryptedLibrary) => Filter,
  addedOf: (library: EncryptedLibrary) => Promise<readonly UnlockedRow[]>,
  sorts: readonly BookmarkSort[] = bookmarkSorts,
) {
  for (const sort of sorts) {
    const expected = titlesIn(
      plain,
      (await listed(plain, filterOf(plain), sort)).map(({ uuid }) => uuid),
    );
    for (const library of [encrypted, mixed]) {
      const added = await addedOf(library);
      const found = titlesIn(library, await shown(library, filterOf(library), sort, added));
      expect(found, sort).toEqual(grouped(library, expected, sort, added));
    }
  }
}

describe('a tag lists unlocked bookmarks as it lists plain ones, above the others, in every order', () => {
  const tags = [...new Set(caseLibrary.flatMap(({ tags: own = [] }) => own.map(tagKey)))];
  test.each(tags)('%s', async (tag) => {
    const decrypted = ({ rows, texts }: EncryptedLibrary) =>
      rows.flatMap((bookmark) => {
        const text = texts.get(bookmark.uuid);
        if (text === undefined || !hasUnlockedTag(tag, bookmark, text)) return [];
        return [{ bookmark, keys: sortKeysOf({ ...bookmark, ...text }) }];
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

describe('a smart collection has the unlocked bookmarks that it would have plain, above the others', () => {
  test.each(queries)('%s', async (query) => {
    const made = new Map<EncryptedLibrary, string>();
    for (const library of [plain, encrypted, mixed]) {
      const body = { name: 'Smart', smart: { query } };
      const { uuid } = (await call('collections.create', { body }, library.reader)).body;
      made.set(library, uuid);
    }
    const collectionIn = (library: EncryptedLibrary) => made.get(library) ?? '';
    const searchIn = async (library: EncryptedLibrary) => {
      const asked = { query: { q: query, size: 1, texts: 'false' } } as const;
      const meant = (await call('search.find', asked, library.reader)).body;
      const { content: collections } = (await call('collections.list', { query: {} }, library.reader)).body;
      const isKnown = meant.matches.some(({ form }) => form === 'exact');
      const search = { ...caseClock, query: { text: '', words: meant.query.words }, isKnown };
      return { ...search, collection: collectionIn(library), collections };
    };
    await expectSame(
      (library) => ({ collection: collectionIn(library) }),
      async (library) => findMatches(library.index, await searchIn(library)),
      ['created_at-ASC', 'title-DESC', 'last_accessed-DESC'],
    );
    const holdsLocked = findsLocked(await searchIn(encrypted), encrypted.defaultCollection);
    const locked = await listed(encrypted, { collection: collectionIn(encrypted) }, 'created_at-DESC');
    expect(encrypted.rows.filter(holdsLocked)).toEqual(locked);
    for (const [{ reader }, uuid] of made) await call('collections.delete', { params: { uuid } }, reader);
  });
});

test('a list that is sorted by title has its unlocked bookmarks above those that the service can read', async () => {
  for (const sort of ['title-ASC', 'title-DESC'] as const) {
    const titles = titlesIn(
      plain,
      (await listed(plain, {}, sort)).map(({ uuid }) => uuid),
    );
    const unlocked = mixed.rows.flatMap((bookmark) => {
      const text = mixed.texts.get(bookmark.uuid);
      const isListed = text !== undefined && bookmark.deletedAt === null;
      return isListed ? [{ bookmark, keys: sortKeysOf({ ...bookmark, ...text }) }] : [];
    });
    const found = titlesIn(mixed, await shown(mixed, { encrypted: false }, sort, unlocked));
    expect(found, sort).toEqual(grouped(mixed, titles, sort, unlocked));
    expect(unlocked.length).toBeGreaterThan(1);
  }
});
