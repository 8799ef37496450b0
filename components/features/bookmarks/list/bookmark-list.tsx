'use client';

import { useLocale, useNow, useTimeZone, useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { ErrorState } from '@/components/common/error-state';
import { GroupHeading, groupHeadingRem } from '@/components/common/group-heading';
import { createRowDates } from '@/components/common/row-dates';
import { useActiveRow } from '@/components/common/use-active-row';
import { useHydrated } from '@/components/common/use-hydrated';
import { touchQuery, useMedia } from '@/components/common/use-media';
import { useSoftLinks } from '@/components/common/use-soft-links';
import { VirtualList } from '@/components/common/virtual-list';
import { BookmarkRow, bookmarkRowRem } from '@/components/entities/bookmark-row';
import { BookmarkRowSkeleton } from '@/components/entities/bookmark-row-skeleton';
import { isGroupedByDay, type BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import { ListGap } from '@/components/features/bookmarks/list/list-gap';
import { listItems, type ListItem } from '@/components/features/bookmarks/list/list-items';
import { RowPlaceholder } from '@/components/features/bookmarks/list/row-placeholder';
import { RowActions } from '@/components/features/bookmarks/list/row-actions';
import { useDayGroups } from '@/components/features/bookmarks/list/use-day-groups';
import { useListKeys } from '@/components/features/bookmarks/list/use-list-keys';
import { useRowPages } from '@/components/features/bookmarks/list/use-row-pages';
import { useBookmarkActions } from '@/components/features/bookmarks/use-bookmark-actions';
import { Button } from '@/components/ui/button';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { pageSize } from '@/lib/queries/endpoint-query';

const EraseDialog = dynamic(() =>
  import('@/components/features/bookmarks/list/erase-dialog').then((module) => module.EraseDialog),
);

export interface BookmarkListProps {
  source: BookmarkSource;
  label: string;
  /** What stands where no row is. */
  empty: ReactNode;
  /** The collection whose chip would say nothing: the one being looked at, or the default one. */
  hiddenCollection?: string | null | undefined;
  /** The title with what was searched for marked. */
  highlight?: ((title: string) => ReactNode) | undefined;
}

/** Rows of bookmarks from anywhere, however many, with all that can be done to each. Key it by `sourceKey`. */
export function BookmarkList({ source, label, empty, hiddenCollection, highlight }: BookmarkListProps) {
  const t = useTranslations('Bookmarks');
  const hydrated = useHydrated();
  const list = useRowPages(source);
  const dates = useRowDates();
  const groups = useDayGroups(list.pages, isGroupedByDay(source) ? dates.group : null);
  // The server writes the first page only, and nobody has scrolled while its HTML is taken over.
  const total = hydrated ? list.total : Math.min(list.total ?? 0, pageSize);
  const items = useMemo(() => listItems(total ?? 0, pageSize, groups), [total, groups]);

  if (list.failed) {
    return (
      <ErrorState
        title={t('loadFailed')}
        text={t('loadFailedText')}
        action={<Button onClick={list.retry}>{t('retry')}</Button>}
      />
    );
  }
  if (list.total === null) return <BookmarkRowSkeleton count={12} label={t('loading')} />;
  if (list.total === 0) return empty;
  return (
    <>
      <Rows {...{ source, label, hiddenCollection, highlight, list, dates, items }} />
      {list.hasGap ? <ListGap onRetry={list.retry} /> : null}
    </>
  );
}

interface RowsProps extends Omit<BookmarkListProps, 'empty'> {
  list: ReturnType<typeof useRowPages>;
  dates: ReturnType<typeof useRowDates>;
  items: readonly ListItem[];
}

function Rows({ source, label, list, items, ...look }: RowsProps) {
  const isTouch = useMedia(touchQuery);
  const actions = useBookmarkActions();
  const softLinks = useSoftLinks();
  const { active, hold, listProps } = useActiveRow();
  const [erasing, setErasing] = useState<Bookmark | null>(null);
  const isTrash = source.kind === 'library' && source.view === 'trash';
  const find = (uuid: string) => [...list.rows.values()].find((row) => row.uuid === uuid);
  const keys = useListKeys({ find, actions, isTrash, onErase: setErasing });
  const rowRem = isTouch ? bookmarkRowRem.touch : bookmarkRowRem.desktop;
  const sizeOf = useCallback(
    (item: ListItem) => (typeof item === 'number' ? rowRem : groupHeadingRem),
    [rowRem],
  );
  const { show } = list;
  const onRange = useCallback(
    (first: number, last: number) => show(placeAt(items, first), placeAt(items, last)),
    [items, show],
  );
  const rowActions = (bookmark: Bookmark, compact: boolean) => (
    <RowActions {...{ bookmark, actions, isTrash, compact }} onErase={setErasing} onMenuOpenChange={hold} />
  );
  const render = useRenderItem({
    ...look,
    list,
    items,
    onVisit: actions.visit,
    actionsOf: (bookmark) => (!isTouch && active === bookmark.uuid ? rowActions(bookmark, false) : null),
    menuOf: (bookmark) => (isTouch ? rowActions(bookmark, true) : null),
  });
  return (
    <>
      <VirtualList<ListItem>
        {...listProps}
        aria-label={label}
        items={items}
        keyOf={(item) =>
          typeof item === 'number' ? (list.rows.get(item)?.uuid ?? `place ${item}`) : item.key
        }
        sizeOf={sizeOf}
        first={pageSize + 12}
        render={render}
        onRange={onRange}
        onClick={softLinks}
        onKeyDown={keys}
      />
      {erasing ? (
        <EraseDialog bookmark={erasing} onClose={() => setErasing(null)} onErase={actions.erase} />
      ) : null}
    </>
  );
}

interface RenderOptions extends Pick<
  RowsProps,
  'list' | 'items' | 'dates' | 'hiddenCollection' | 'highlight'
> {
  onVisit: (bookmark: Bookmark) => void;
  actionsOf: (bookmark: Bookmark) => ReactNode;
  menuOf: (bookmark: Bookmark) => ReactNode;
}

/** Draws a heading, a row, or what stands where a row is still on its way. */
function useRenderItem(options: RenderOptions): (item: ListItem, index: number) => ReactNode {
  const { list, items, dates, hiddenCollection, highlight, onVisit, actionsOf, menuOf } = options;
  const t = useTranslations('Bookmarks');
  const labels = useRowLabels();
  return (item, index) => {
    if (typeof item !== 'number') {
      const { group } = item;
      const text = group === 'today' || group === 'week' ? t(group) : dates.month(group);
      return <GroupHeading index={index} text={text} />;
    }
    const bookmark = list.rows.get(item);
    if (bookmark === undefined) return <RowPlaceholder place={item} />;
    return (
      <BookmarkRow
        bookmark={bookmark}
        labels={labels}
        date={dates.short(bookmark.createdAt)}
        index={index}
        hiddenCollection={hiddenCollection}
        last={typeof items[index + 1] !== 'number'}
        title={highlight && bookmark.title ? highlight(bookmark.title) : undefined}
        actions={actionsOf(bookmark)}
        menu={menuOf(bookmark)}
        onVisit={onVisit}
      />
    );
  };
}

/** The place of the row at an index, or of the one that follows the heading there. */
function placeAt(items: readonly ListItem[], index: number): number {
  const item = items[index];
  if (typeof item === 'number') return item;
  const next = items[index + 1];
  return typeof next === 'number' ? next : 0;
}

function useRowDates() {
  const locale = useLocale();
  const timeZone = useTimeZone() ?? 'UTC';
  const now = useNow();
  return useMemo(() => createRowDates({ locale, timeZone, now }), [locale, timeZone, now]);
}

function useRowLabels() {
  const t = useTranslations('Bookmarks');
  return useMemo(
    () => ({
      favorite: t('favorite'),
      encrypted: t('encrypted'),
      encryptedTitle: t('encryptedTitle'),
      hint: t('hint'),
    }),
    [t],
  );
}
