import { NextIntlClientProvider } from 'next-intl';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { DayGroup } from '@/components/common/row-dates';
import type { BookmarkRowProps } from '@/components/entities/bookmark-row';
import { resetVaultDialog, useVaultDialog } from '@/components/entities/vault-store';
import type { GroupsByPage } from '@/components/features/bookmarks/bookmark-source';
import { listItems, useRenderItem } from '@/components/features/bookmarks/list-items';
import { nothing } from '@/components/features/bookmarks/selection';
import { pageSize } from '@/lib/api/endpoint';
import { sampleBookmark } from '@/lib/api/testing/samples';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { loadMessages } from '@/lib/i18n/load-messages';

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

test('the closest matches of a search have a heading', () => {
  expect(listItems(3, pageSize, new Map(), 0, 2)).toEqual([0, 1, { group: 'closest', key: 'closest' }, 2]);
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

const messages = await loadMessages('en', ['Bookmarks']);

afterEach(resetVaultDialog);

/** Presses the title of a row that is not a link; returns what the preview was opened with. */
function press(bookmark: Bookmark): unknown[] {
  const onPreview = vi.fn();
  let row: ReactElement<BookmarkRowProps> | undefined;
  function List() {
    const options = {
      list: { rows: new Map([[0, bookmark]]) },
      items: [0],
      dates: { short: () => '' },
      selecting: { selection: nothing, count: 0 },
      actionsOf: () => null,
      menuOf: () => null,
      onPreview,
    };
    const render = useRenderItem(options as unknown as Parameters<typeof useRenderItem>[0]);
    row = render(0, 0) as typeof row;
    return null;
  }
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <List />
    </NextIntlClientProvider>,
  );
  row?.props.onActivate?.(bookmark);
  return onPreview.mock.calls.flat();
}

test('the title of a bookmark whose address must not be opened opens its preview', () => {
  const bookmark = sampleBookmark('files', { url: 'ftp://files.example/' });
  expect(press(bookmark)).toEqual([{ place: 0, bookmark }]);
});

test('the title of a locked bookmark asks for its key', () => {
  const bookmark = sampleBookmark('secret', { encrypted: true, title: null, url: null });
  expect(press(bookmark)).toEqual([]);
  expect(useVaultDialog.getState().request).toEqual({ kind: 'unlock', bookmark });
});

test.each([
  [1, 100_000],
  [pageSize, 60],
  [10_000, 110_000],
])('a section of %i in a list of %i has a heading, and so have the others', (head, total) => {
  const items = listItems(total, pageSize, new Map(), head);
  const headings = items.flatMap((item, index) => (typeof item === 'number' ? [] : [[item.group, index]]));
  expect(headings).toEqual([
    ['unlocked', 0],
    ['others', head + 1],
  ]);
  expect(items.filter((item) => typeof item === 'number')).toEqual(
    Array.from({ length: total }, (_, at) => at),
  );
});

test('the days of a list continue below its section', () => {
  const days = new Map([[1, ['today', '2026-01'] as const]]);
  const items = listItems(5, pageSize, days, 2);
  expect(items.map((item) => (typeof item === 'number' ? item : item.group))).toEqual([
    ...['unlocked', 0, 1],
    ...['today', 2, '2026-01', 3, 4],
  ]);
  // Of a later page, the rows before are not known.
  const later = listItems(6, 2, new Map([[2, ['today', '2026-01'] as const]]), 1);
  expect(later.map((item) => (typeof item === 'number' ? item : item.group))).toEqual([
    ...['unlocked', 0, 1, 2],
    ...[3, '2026-01', 4, 5],
  ]);
});

test('a section alone has one heading', () => {
  expect(listItems(2, pageSize, new Map(), 2)).toEqual([{ group: 'unlocked', key: 'unlocked' }, 0, 1]);
});
