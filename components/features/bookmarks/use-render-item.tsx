'use client';
import { useLocale, useNow, useTimeZone, useTranslations } from 'next-intl';
import { useMemo, type ReactNode } from 'react';
import { GroupHeading } from '@/components/common/group-heading';
import { createRowDates } from '@/components/common/row-dates';
import { BookmarkRow, type BookmarkRowProps } from '@/components/entities/bookmark-row';
import { isLocked, trashExpiry } from '@/components/entities/bookmark-text';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { openVaultDialog } from '@/components/entities/vault-store';
import type { ListItem, RowGroup } from '@/components/features/bookmarks/list-items';
import type { SelectionState } from '@/components/features/bookmarks/list-context';
import { isSelected } from '@/components/features/bookmarks/selection';
import type { RowPages } from '@/components/features/bookmarks/use-row-pages';
import { Skeleton } from '@/components/ui/skeleton';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { cn } from '@/lib/utils/cn';
import { decryptedRow } from '@/lib/vault/decrypted';

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3'];

/** A row whose page is still on its way, in the row's own size. */
function RowPlaceholder({ place, selected }: { place: number; selected: boolean }) {
  return (
    <div role="listitem" aria-busy="true" className={cn('row', selected && 'row-selected')}>
      <Skeleton className="size-7 rounded-tile" />
      <div className="row-text">
        <Skeleton className={`my-[3px] h-3.5 ${widths[place % widths.length]}`} />
        <Skeleton className="my-[3px] h-3 w-1/4" />
      </div>
      <Skeleton className="h-3 w-12" />
    </div>
  );
}

export type RowDates = ReturnType<typeof useRowDates>;

/** What a list shows of a row otherwise than usual. */
export type RowAppearance = Pick<BookmarkRowProps, 'title' | 'address' | 'space' | 'hiddenCollection'>;

interface RenderOptions {
  list: RowPages;
  items: readonly ListItem[];
  dates: RowDates;
  hiddenCollection?: string | null | undefined;
  look?: ((bookmark: Bookmark) => RowAppearance | undefined) | undefined;
  selecting: SelectionState;
  /** The row that is shown beside the list. */
  current: string | undefined;
  /** Rows can be dragged as a whole: nowhere where a long press selects. */
  draggable: boolean;
  /** Rows carry a handle that puts them elsewhere. */
  sortable: boolean;
  /** The row that the pointer is on or that holds the focus. */
  active: string | null;
  onVisit: (bookmark: Bookmark) => void;
  actionsOf: (bookmark: Bookmark, place: number) => ReactNode;
  menuOf: (bookmark: Bookmark, place: number) => ReactNode;
}

/** Draws a heading, a row, or what stands where a row is still on its way. */
export function useRenderItem(options: RenderOptions): (item: ListItem, index: number) => ReactNode {
  const { list, items, dates, hiddenCollection, look, onVisit, actionsOf, menuOf } = options;
  const { active, selecting, draggable, sortable } = options;
  const t = useTranslations('Bookmarks');
  const labels = useRowLabels();
  const now = useNow();
  useDecrypted();
  const dateOf = ({ createdAt, deletedAt }: Bookmark) => {
    if (deletedAt === null) return { date: dates.short(createdAt) };
    const { iso, daysLeft } = trashExpiry(deletedAt, now);
    return { date: t('daysLeft', { days: daysLeft }), dateTime: iso };
  };
  return (item, index) => {
    if (typeof item !== 'number') {
      const { group } = item;
      return <GroupHeading index={index} text={isMonth(group) ? dates.month(group) : t(group)} />;
    }
    const bookmark = list.rows.get(item);
    if (bookmark === undefined) {
      return <RowPlaceholder place={item} selected={selecting.selection.kind === 'all'} />;
    }
    return (
      <BookmarkRow
        bookmark={decryptedRow(bookmark)}
        labels={labels}
        {...dateOf(bookmark)}
        index={index}
        hiddenCollection={hiddenCollection}
        sortable={sortable}
        last={typeof items[index + 1] !== 'number'}
        selected={selecting.count > 0 && isSelected(selecting.selection, bookmark.uuid)}
        current={options.current === bookmark.uuid}
        selectable={selecting.count > 0 || active === bookmark.uuid}
        draggable={draggable || undefined}
        {...look?.(bookmark)}
        actions={actionsOf(bookmark, item)}
        menu={menuOf(bookmark, item)}
        onVisit={onVisit}
        onActivate={unlock}
      />
    );
  };
}

const isMonth = (group: RowGroup): group is `${number}-${number}` => group.includes('-');

const unlock = (bookmark: Bookmark): void => {
  if (isLocked(bookmark)) openVaultDialog({ kind: 'unlock', bookmark });
};

/** Dates of rows in the reader's language and time zone, made once for the whole list. */
export function useRowDates() {
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
      highlighted: t('highlighted'),
      broken: t('broken'),
      encryptedTitle: t('encryptedTitle'),
      hint: t('hint'),
      select: t('select'),
      move: t('move'),
    }),
    [t],
  );
}
