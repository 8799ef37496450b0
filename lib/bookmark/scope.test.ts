import { describe, expect, test } from 'vitest';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { listScope, searchScope, smartScope, sortKeysOf } from '@/lib/bookmark/scope';
import { scopeCases, scopeLibrary, type ScopeBookmark } from '@/lib/bookmark/testing/scope-cases';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { parseBookmarkUrl } from '@/lib/domain/url';

const trashedAt = '2026-02-01T00:00:00.000Z';
const noText = { title: null, url: null, domain: null, path: null, description: null, tags: '' };

/** Returns a bookmark as the service does; its uuid is its place in the library. */
function rowOf(
  { name: _, isTrashed, tags = [], collections, ...row }: ScopeBookmark,
  place: number,
): Bookmark {
  const { url, domain, path } = parseBookmarkUrl(row.url);
  const readable = { url, domain, path, tags: tags.join(',') };
  return sampleBookmark(String(place).padStart(2, '0'), {
    ...row,
    ...readable,
    collections: (collections ?? ['default']).map((uuid) => ({
      uuid,
      name: uuid,
      color: '',
      icon: null,
      security: 0,
    })),
    deletedAt: isTrashed === true ? trashedAt : null,
    ...(row.encrypted === true && noText),
  });
}

const rows = scopeLibrary.map(rowOf);
const namesOf = (found: readonly Bookmark[]) => found.map(({ uuid }) => scopeLibrary[Number(uuid)]?.name);

test.each(scopeCases.map(([query, ...names]) => ({ query, names })))(
  'a list of $query',
  ({ query, names }) => {
    const { holds, compare } = listScope(query, 'default');
    expect(namesOf(rows.filter((row) => holds(row) === true).sort(compare))).toEqual(names);
  },
);

test('values of a URL are the same as those of a call', () => {
  const text = listScope({ favorite: 'true', trash: 'false' } as object);
  expect(namesOf(rows.filter(text.holds))).toEqual(['a', 'locked']);
});

describe('only the service can decide', () => {
  const [row = sampleBookmark('x')] = rows;

  test('whether a bookmark is uncategorized, unless it is in several collections or the default one is known', () => {
    const inTwo = rows.find(({ collections }) => collections.length === 2) ?? row;
    for (const uncollected of [true, false]) {
      expect(listScope({ uncollected }).holds(row)).toBeNull();
      expect(listScope({ uncollected }).holds(inTwo)).toBe(!uncollected);
    }
    expect(listScope({ uncollected: true, highlighted: true }).holds(row)).toBe(false);
  });

  test('what matches a search or a smart collection, except that nothing in the trash does', () => {
    for (const { holds } of [searchScope, smartScope()]) {
      expect(holds(row)).toBeNull();
      expect(holds({ ...row, deletedAt: trashedAt })).toBe(false);
    }
  });
});

test('an unlocked bookmark is sorted by its decrypted title', () => {
  const locked = sampleBookmark('a', { encrypted: true, ...noText });
  const { compare } = listScope({ sortField: 'title', sortOrder: 'ASC' });
  const plain = sampleBookmark('b', { title: 'Middle' });
  expect(compare(locked, plain)).toBeGreaterThan(0);
  expect(compare({ ...locked, title: 'Able' }, plain)).toBeLessThan(0);
  expect(sortKeysOf({ ...locked, title: 'Able' }).titleKey).toBe('able');
});
