import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listItems } from '@/components/features/bookmarks/list-items';
import {
  groupRows,
  sortByTitle,
  unlockedGroups,
  type UnlockedRow,
} from '@/components/features/bookmarks/unlocked-list';
import { pageSize } from '@/lib/api/endpoint';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { sortKeysOf } from '@/lib/bookmark/scope';
import type { Bookmark } from '@/lib/contract/bookmarks';

const unlocked = (bookmark: Bookmark, title: string, isAdded: boolean): UnlockedRow => ({
  bookmark,
  keys: sortKeysOf({ ...bookmark, title, domain: '', path: '' }),
  isAdded,
});
const uuidsIn = (rows: ReadonlyMap<number, Bookmark>) =>
  new Map([...rows].map(([place, { uuid }]) => [place, uuid]));

/** A list sorted by title, as the service returns it: encrypted bookmarks come last, in order of their uuid. */
const library = fc.record({
  readable: fc.nat(30),
  encrypted: fc.array(fc.record({ title: fc.string({ maxLength: 3 }), isUnlocked: fc.boolean() }), {
    maxLength: 20,
  }),
  added: fc.array(fc.string({ maxLength: 3 }), { maxLength: 8 }),
  isDescending: fc.boolean(),
  isLoaded: fc.array(fc.boolean(), { minLength: 50, maxLength: 50 }),
});

test('unlocked bookmarks are the first rows, each row is listed once, and locked ones stay last', () => {
  fc.assert(
    fc.property(library, ({ readable, encrypted, added, isDescending, isLoaded }) => {
      const plain = Array.from({ length: readable }, (_, index) => sampleBookmark(`p${index}`));
      const hidden = encrypted.map((one, index) => ({
        ...one,
        row: sampleBookmark(`e${String(index).padStart(2, '0')}`, { encrypted: true }),
      }));
      if (isDescending) hidden.reverse();
      const listed = [...plain, ...hidden.map(({ row }) => row)];
      const group = sortByTitle(
        [
          ...hidden.flatMap(({ row, title, isUnlocked }) =>
            isUnlocked ? [unlocked(row, title, false)] : [],
          ),
          ...added.map((title, index) =>
            unlocked(sampleBookmark(`a${index}`, { encrypted: true }), title, true),
          ),
        ],
        isDescending,
      );
      const locked = hidden.flatMap(({ row, isUnlocked }) => (isUnlocked ? [] : [row]));
      const expected = [...group.map(({ bookmark }) => bookmark), ...plain, ...locked];

      const total = listed.length;
      const whole = groupRows({ total, rows: new Map(listed.entries()) }, group, locked);
      expect(whole.total).toBe(total + added.length);
      expect(Array.from({ length: whole.total }, (_, place) => whole.rows.get(place))).toEqual(expected);

      const some = new Map([...listed.entries()].filter(([place]) => isLoaded[place]));
      const part = groupRows({ total, rows: some }, group, []);
      expect(part.total).toBe(whole.total);
      for (const [place, uuid] of uuidsIn(part.rows)) expect(uuid).toBe(expected[place]?.uuid);
      expect(part.rows.size).toBe(group.length + [...some.values()].filter((row) => !row.encrypted).length);
    }),
  );
});

test('titles are in the order of the service, and equal ones in order of their uuid', () => {
  const titles = ['Zebra', 'ärger', '🚀', 'Arger', '\uFFFD', 'zebra'];
  const rows = titles.map((title, index) => unlocked(sampleBookmark(`${index}`), title, false));
  const sorted = (isDescending: boolean) =>
    sortByTitle(rows, isDescending).map(({ bookmark }) => titles[Number(bookmark.uuid)]);
  const expected = ['ärger', 'Arger', 'Zebra', 'zebra', '\uFFFD', '🚀'];
  expect(sorted(false)).toEqual(expected);
  expect(sorted(true)).toEqual(expected.reverse());
});

test('a row that was just encrypted, or is still listed as readable, is listed once', () => {
  const row = sampleBookmark('a');
  const group = [unlocked({ ...row, encrypted: true }, 'A', false)];
  const { total, rows } = groupRows({ total: 1, rows: new Map([[0, row]]) }, group, []);
  expect([total, rows.size]).toEqual([1, 1]);
});

test.each([
  [1, 100_000],
  [pageSize - 1, 60],
  [pageSize, 100_000],
  [pageSize + 1, 300],
  [10_000, 110_000],
])('a group of %i in a list of %i has a heading, and so have the others', (size, total) => {
  const items = listItems(total, pageSize, unlockedGroups(size));
  const headings = items.flatMap((item, index) => (typeof item === 'number' ? [] : [[item.group, index]]));
  expect(headings).toEqual([
    ['unlocked', 0],
    ['others', size + 1],
  ]);
  expect(items.filter((item) => typeof item === 'number')).toEqual(
    Array.from({ length: total }, (_, at) => at),
  );
});

test('a list of unlocked bookmarks alone has one heading', () => {
  expect(listItems(2, pageSize, unlockedGroups(2))).toEqual([{ group: 'unlocked', key: 'unlocked@1' }, 0, 1]);
});
