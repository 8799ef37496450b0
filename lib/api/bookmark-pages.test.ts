import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listScope, searchScope } from '@/lib/bookmark/scope';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { changeInList, type SparseList } from '@/lib/api/bookmark-pages';
import { sampleBookmark } from '@/lib/api/testing/samples';

const newest = listScope({});

/** Returns a list of rows aged 0, 10, 20 …; only the indexes in `loaded` are cached. */
function listOf(
  total: number,
  loaded: readonly number[] = Array.from({ length: total }, (_, place) => place),
) {
  const rows = new Map(
    loaded.map((place) => [place, sampleBookmark(`row${place}`, { age: place * 10 })] as const),
  );
  return { total, rows } satisfies SparseList;
}
const names = ({ rows }: SparseList): string[] =>
  [...rows.entries()].sort(([a], [b]) => a - b).map(([place, row]) => `${place}:${row.uuid}`);

describe('a bookmark that is new to a list', () => {
  test('is inserted by its date, and the rows after it move down', () => {
    const after = sampleBookmark('new', { age: 5 });
    const list = changeInList(listOf(3), newest, { before: null, after });
    expect(list.total).toBe(4);
    expect(names(list)).toEqual(['0:row0', '1:new', '2:row1', '3:row2']);
  });

  test('is appended to a list that is loaded to the end', () => {
    const list = changeInList(listOf(2), newest, { before: null, after: sampleBookmark('old', { age: 99 }) });
    expect(names(list)).toEqual(['0:row0', '1:row1', '2:old']);
  });

  test('only shifts the rows if its position is among rows that are not loaded', () => {
    const list = changeInList(listOf(300, [0, 1, 200, 201]), newest, {
      before: null,
      after: sampleBookmark('new', { age: 999 }),
    });
    expect(list.total).toBe(301);
    expect(names(list)).toEqual(['0:row0', '1:row1', '201:row200', '202:row201']);
  });

  test('is not added to a list that it does not belong to', () => {
    const list = listOf(2);
    const change = { before: null, after: sampleBookmark('new') };
    expect(changeInList(list, listScope({ favorite: true }), change)).toBe(list);
    expect(changeInList(list, listScope({ trash: true }), change)).toBe(list);
    expect(changeInList(list, listScope({ encrypted: true }), change)).toBe(list);
    const encryptedOne = { before: null, after: sampleBookmark('new', { encrypted: true }) };
    expect(changeInList(list, listScope({ encrypted: false }), encryptedOne)).toBe(list);
    expect(changeInList(list, listScope({ collection: 'other' }), change)).toBe(list);
    expect(changeInList(list, searchScope, change)).toBe(list);
  });
});

describe('a bookmark that leaves a list', () => {
  const trashed = {
    before: sampleBookmark('row1', { age: 10 }),
    after: sampleBookmark('row1', { age: 10, deletedAt: '2026-01-02T00:00:00.000Z' }),
  };

  test('closes the gap and moves the following rows up, also on later pages', () => {
    const list = changeInList(listOf(200, [0, 1, 2, 100, 101]), newest, trashed);
    expect(list.total).toBe(199);
    expect(names(list)).toEqual(['0:row0', '1:row2', '99:row100', '100:row101']);
  });

  test('is also removed from search results', () => {
    expect(names(changeInList(listOf(3), searchScope, trashed))).toEqual(['0:row0', '1:row2']);
  });

  test('only changes the count if it is not loaded', () => {
    const list = changeInList(listOf(200, [0, 100]), newest, {
      before: sampleBookmark('row50', { age: 500 }),
      after: null,
    });
    expect(list.total).toBe(199);
    expect(names(list)).toEqual(['0:row0', '99:row100']);
  });

  test('is added to the trash if the trash is loaded', () => {
    const trash = changeInList({ total: 0, rows: new Map() }, listScope({ trash: true }), trashed);
    expect(names(trash)).toEqual(['0:row1']);
  });
});

test('a bookmark that stays keeps its position and is updated', () => {
  const before = sampleBookmark('row1', { age: 10 });
  const list = changeInList(listOf(3), newest, { before, after: { ...before, favorite: true } });
  expect(names(list)).toEqual(['0:row0', '1:row1', '2:row2']);
  expect(list.rows.get(1)?.favorite).toBe(true);
});

test('if only the service can decide, a present row stays and an absent one is not added', () => {
  const uncollected = listScope({ uncollected: true });
  const before = sampleBookmark('row1', { age: 10 });
  const change = { before, after: { ...before, title: 'renamed' } };
  expect(names(changeInList(listOf(3), uncollected, change))).toHaveLength(3);
  const list = listOf(1);
  expect(changeInList(list, uncollected, change)).toBe(list);
});

test('an optimistic update equals the response of the service for any loaded pages', () => {
  const ages = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 120 });
  const scene = fc.record({
    ages,
    loaded: fc.uniqueArray(fc.integer({ min: 0, max: 11 })),
    pick: fc.nat(),
    age: fc.integer({ min: 0, max: 400 }),
    kind: fc.constantFrom('create', 'trash', 'restore'),
  });
  fc.assert(
    fc.property(scene, ({ ages: all, loaded, pick, age, kind }) => {
      const saved = all.sort((a, b) => a - b).map((one) => sampleBookmark(`age${one}`, { age: one }));
      const chosen = saved[pick % saved.length] as Bookmark;
      const comes = kind !== 'trash';
      const subject = comes ? sampleBookmark('new', { age: age + 0.5 }) : chosen;
      const gone = { ...subject, deletedAt: '2026-02-01T00:00:00.000Z' };
      const change = comes
        ? { before: kind === 'create' ? null : gone, after: subject }
        : { before: subject, after: gone };

      const rows = new Map([...saved.entries()].filter(([place]) => loaded.includes(Math.floor(place / 10))));
      const optimistic = changeInList({ total: saved.length, rows }, newest, change);

      const answer = comes ? [...saved, subject] : saved.filter((one) => one !== subject);
      const sorted = answer.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
      expect(optimistic.total).toBe(sorted.length);
      for (const [place, row] of optimistic.rows) expect(row).toBe(sorted[place]);
    }),
  );
});
