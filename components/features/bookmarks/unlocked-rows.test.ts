import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addSection, sortUnlocked } from '@/components/features/bookmarks/unlocked-rows';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { sortKeysOf } from '@/lib/bookmark/scope';

const listOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => sampleBookmark(`${prefix}${index}`));

test('the section is above the rows of the service, locked bookmarks are below, and each has its final place', () => {
  const loaded = fc.array(fc.boolean(), { minLength: 30, maxLength: 30 });
  fc.assert(
    fc.property(fc.nat(30), fc.nat(8), fc.nat(8), loaded, (readable, unlocked, locked, isLoaded) => {
      const [rows, head, tail] = [listOf('r', readable), listOf('u', unlocked), listOf('l', locked)];
      const expected = [...head, ...rows, ...tail];
      const some = new Map([...rows.entries()].filter(([place]) => isLoaded[place]));
      const list = addSection({ total: readable, rows: some }, head, tail);
      expect([list.head, list.total]).toEqual([unlocked, expected.length]);
      expect(list.rows.size).toBe(unlocked + some.size + locked);
      for (const [place, row] of list.rows) expect(row).toBe(expected[place]);
    }),
  );
});

test('a bookmark that was just encrypted or decrypted is listed once', () => {
  const [row, other] = [sampleBookmark('a'), sampleBookmark('b')];
  const list = addSection({ total: 1, rows: new Map([[0, row]]) }, [row, other], [row]);
  expect([list.head, list.total]).toEqual([1, 2]);
  expect([list.rows.get(0), list.rows.get(1)]).toEqual([other, row]);
});

test('titles are in the order of the service, and equal ones in order of their uuid', () => {
  const titles = ['Zebra', 'ärger', '🚀', 'Arger', '\uFFFD', 'zebra'];
  const rows = titles.map((title, index) => {
    const bookmark = sampleBookmark(`${index}`, { title });
    return { bookmark, keys: sortKeysOf(bookmark) };
  });
  const expected = ['ärger', 'Arger', 'Zebra', 'zebra', '\uFFFD', '🚀'];
  expect(sortUnlocked(rows, 'title-ASC').map(({ title }) => title)).toEqual(expected);
  expect(sortUnlocked(rows, 'title-DESC').map(({ title }) => title)).toEqual(expected.toReversed());
});
