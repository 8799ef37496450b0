import { expect, test } from 'vitest';
import type { DayGroup } from '@/components/common/row-dates';
import { listItems, type GroupsByPage } from '@/components/features/bookmarks/list-items';

const written = (total: number, groups: Record<number, DayGroup[]>): string => {
  const byPage: GroupsByPage = new Map(Object.entries(groups).map(([page, list]) => [Number(page), list]));
  return listItems(total, 3, byPage)
    .map((item) => (typeof item === 'number' ? String(item) : `[${item.group}]`))
    .join(' ');
};

test('a heading precedes the first row of each group, across pages', () => {
  expect(written(5, { 1: ['today', 'today', 'week'], 2: ['week', '2026-10'] })).toBe(
    '[today] 0 1 [week] 2 3 [2026-10] 4',
  );
});

test('every row has its index, loaded or not', () => {
  expect(written(8, { 1: ['today', 'today', 'today'] })).toBe('[today] 0 1 2 3 4 5 6 7');
  expect(written(4, {})).toBe('0 1 2 3');
});

test('after rows that are not loaded, the first row does not start a group', () => {
  expect(written(9, { 1: ['today', 'today', 'today'], 3: ['2026-09', '2026-09', '2026-08'] })).toBe(
    '[today] 0 1 2 3 4 5 6 7 [2026-08] 8',
  );
});

test('a list that has become shorter shows no more rows than it has', () => {
  expect(written(2, { 1: ['today', 'today', 'today'], 2: ['week'] })).toBe('[today] 0 1');
});

test('headings have unique keys', () => {
  const items = listItems(
    12,
    3,
    new Map([
      [1, ['today']],
      [3, ['week', '2026-10']],
    ] as [number, DayGroup[]][]),
  );
  const keys = items.flatMap((item) => (typeof item === 'number' ? [] : [item.key]));
  expect(new Set(keys).size).toBe(keys.length);
});
