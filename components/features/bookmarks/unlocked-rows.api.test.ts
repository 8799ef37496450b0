import { describe, expect, test } from 'vitest';
import { hasUnlockedTag } from '@/components/features/bookmarks/unlocked-rows';
import { mixRows } from '@/components/features/bookmarks/mix-rows';
import { rowWithKey, type UnlockedRow } from '@/components/features/bookmarks/unlocked-list';
import { gather } from '@/components/features/bookmarks/matching-rows';
import { layOutTitles, placePiece } from '@/components/features/bookmarks/title-layout';
import type { Input } from '@/lib/contract';
import type { BookmarkSort } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { parseQuery } from '@/lib/domain/query/parse';
import { caseClock, caseLibrary, queryCases } from '@/lib/domain/query/testing/cases';
import { bookmarkTiers } from '@/lib/domain/search-terms';
import { titleKey } from '@/lib/domain/search-vector';
import { bookmarkSorts, sortQuery } from '@/lib/domain/sort';
import { tagKey } from '@/lib/domain/tag-key';
import { encryptedLibrary, type EncryptedLibrary } from '@/lib/vault/testing/encrypted-library';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, clock } = tested;
const plain = await encryptedLibrary(tested, () => false);
const sealed = await encryptedLibrary(tested, () => true);
const mixed = await encryptedLibrary(tested, (index) => index % 2 === 0);
clock.freeze(caseClock.now);

type Filter = Pick<NonNullable<Input<'bookmarks.list'>['query']>, 'collection' | 'tag' | 'encrypted'>;
const size = 200;

async function listed({ reader }: EncryptedLibrary, filter: Filter, sort: BookmarkSort): Promise<Bookmark[]> {
  const query = { ...filter, ...sortQuery(sort), size };
  return (await call('bookmarks.list', { query }, reader)).body.content;
}

/** The list as a browser shows it that has everything open. */
async function shown(
  library: EncryptedLibrary,
  filter: Filter,
  sort: BookmarkSort,
  decrypted: readonly UnlockedRow[],
) {
  const rows = await listed(library, filter, sort);
  const order = sort === 'title-ASC' ? 'ASC' : sort === 'title-DESC' ? 'DESC' : null;
  if (order === null) {
    const added = decrypted.filter(({ isAdded }) => isAdded);
    return [...mixRows({ total: rows.length, rows: new Map(rows.entries()) }, added, sort).rows]
      .sort(([one], [other]) => one - other)
      .map(([, { uuid }]) => uuid);
  }
  const query = { ...filter, sortOrder: order } as const;
  const { every, total: readable, titles } = (await call('bookmarks.fences', { query }, library.reader)).body;
  const fences = titles.map((title) => titleKey({ title, domain: '', path: '' }));
  const layout = layOutTitles({ fences, every, readable, decrypted, locked: 0, order });
  const page = (await listed(library, { ...filter, encrypted: false }, sort)).map(rowWithKey);
  return [...placePiece(layout, 0, page, order).values()].map(({ uuid }) => uuid);
}

const titlesIn = ({ titleOf }: EncryptedLibrary, uuids: readonly string[]) =>
  uuids.map((uuid) => titleOf.get(uuid));

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
    for (const library of [sealed, mixed]) {
      const found = titlesIn(
        library,
        await shown(library, filterOf(library), sort, await decryptedOf(library)),
      );
      expect(found, sort).toEqual(expected);
    }
  }
}

describe('a tag lists what is open as it lists what is plain, in every order', () => {
  const tags = [...new Set(caseLibrary.flatMap(({ tags: own = [] }) => own.map(tagKey)))];
  test.each(tags)('%s', async (tag) => {
    const decrypted = ({ rows, texts }: EncryptedLibrary) =>
      rows.flatMap((bookmark) => {
        const text = texts.get(bookmark.uuid);
        if (text === undefined || !hasUnlockedTag(tag, bookmark, text)) return [];
        return [{ uuid: bookmark.uuid, key: titleKey(text), bookmark, isAdded: true }];
      });
    await expectSame(
      () => ({ tag }),
      (library) => Promise.resolve(decrypted(library)),
    );
  });
});

const queries = queryCases
  .map(([query]) => query)
  // What is encrypted is never known to be broken, and is no duplicate of what is plain.
  .filter(
    (query) => !/is:(?:encrypted|broken|duplicate)/.test(query) && parseQuery(query).query.where !== null,
  );

describe('a smart collection gathers what is open as it gathers what is plain, in every order', () => {
  test.each(queries)('%s', async (query) => {
    const made = new Map<EncryptedLibrary, string>();
    for (const library of [plain, sealed, mixed]) {
      const body = { name: 'Gathered', smart: { query } };
      const { uuid } = (await call('collections.create', { body }, library.reader)).body;
      made.set(library, uuid);
    }
    const collectionIn = (library: EncryptedLibrary) => made.get(library) ?? '';
    const gathered = async (library: EncryptedLibrary) => {
      const asked = { query: { q: query, size: 1, texts: 'false' } } as const;
      const meant = (await call('search.find', asked, library.reader)).body;
      const { content: collections } = (await call('collections.list', { query: {} }, library.reader)).body;
      const isKnown = meant.tiers.some((tier) => tier < bookmarkTiers);
      const search = { ...caseClock, query: { text: '', words: meant.query.words }, isKnown };
      return gather(
        library.index,
        { ...search, collection: collectionIn(library), collections },
        library.defaultCollection,
      );
    };
    await expectSame(
      (library) => ({ collection: collectionIn(library) }),
      async (library) => (await gathered(library)).rows,
      ['created_at-ASC', 'title-DESC', 'last_accessed-DESC'],
    );
    const { holdsLocked } = await gathered(sealed);
    const locked = await listed(sealed, { collection: collectionIn(sealed) }, 'created_at-DESC');
    expect(sealed.rows.filter(holdsLocked)).toEqual(locked);
    for (const [{ reader }, uuid] of made) await call('collections.delete', { params: { uuid } }, reader);
  });
});
