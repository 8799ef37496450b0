'use client';

import { useNow, useTranslations } from 'next-intl';
import { type ComponentProps, type CSSProperties, type ReactNode, useCallback, useState } from 'react';
import type { DayGroup, RowDates } from '@/components/common/row-dates';
import {
  BookmarkRow,
  type BookmarkRowProps,
  GroupHeading,
  groupHeadingRem,
  type RowHandlers,
  useRowLabels,
} from '@/components/entities/bookmark-row';
import { isLocked, trashExpiry } from '@/components/entities/bookmark-text';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { openVaultDialog } from '@/components/entities/vault-store';
import type {
  GroupsByPage,
  Heading,
  ListItem,
  RowPages,
} from '@/components/features/bookmarks/bookmark-source';
import { isSelected, type ListContext, type SelectionState } from '@/components/features/bookmarks/selection';
import type { PreviewPlace } from '@/components/features/bookmarks/use-preview';
import { Skeleton } from '@/components/ui/skeleton';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { ShownView } from '@/lib/domain/list-view';
import { isLiveUrl } from '@/lib/domain/live-url';
import { cn } from '@/lib/utils/cn';
import { decryptedRow } from '@/lib/vault/decrypted';

/**
 * Returns the items of a list of `total` rows: every index, loaded or not, and a heading before each row known
 * to start a group. Rows that are not loaded have no headings, since only the service has their dates. The first
 * `head` rows are a section above the groups, and the rows from `closestFrom` on one below.
 */
export function listItems(
  total: number,
  pageSize: number,
  groups: GroupsByPage,
  head = 0,
  closestFrom = 0,
): ListItem[] {
  const items: ListItem[] = [];
  let next = 0;
  const addRows = (end: number) => {
    for (; next < Math.min(end, total); next += 1) items.push(next);
  };
  if (head > 0) {
    items.push({ group: 'unlocked', key: 'unlocked' });
    addRows(head);
    if (total > head && groups.size === 0) items.push({ group: 'others', key: 'others' });
  }
  if (closestFrom > 0) {
    addRows(closestFrom);
    items.push({ group: 'closest', key: 'closest' });
  }
  for (const page of [...groups.keys()].sort((a, b) => a - b)) {
    addRows(head + (page - 1) * pageSize);
    let before = page === 1 ? undefined : groups.get(page - 1)?.at(-1);
    const isKnownBefore = page === 1 || before !== undefined;
    for (const [index, group] of (groups.get(page) ?? []).entries()) {
      if (next >= total) break;
      if (group !== before && (isKnownBefore || index > 0)) items.push({ group, key: `${group}@${page}` });
      addRows(next + 1);
      before = group;
    }
  }
  addRows(total);
  return items;
}

type Pages = ReadonlyMap<number, readonly Bookmark[]>;
type GroupOf = (iso: string) => DayGroup;

/**
 * The day groups of all pages that have been loaded. They are kept longer than the pages: if a heading disappeared with
 * its rows, everything below it would move.
 */
export function useDayGroups(pages: Pages, groupOf: GroupOf | null): GroupsByPage {
  const [known, setKnown] = useState(() => addGroups(noGroups, pages, groupOf));
  const groups = addGroups(known, pages, groupOf);
  if (groups !== known) setKnown(groups);
  return groups;
}

const noGroups: GroupsByPage = new Map();

/** Returns the same map if nothing changed, so that derived values stay memoized. */
function addGroups(known: GroupsByPage, pages: Pages, groupOf: GroupOf | null): GroupsByPage {
  if (groupOf === null) return known;
  let changed: Map<number, readonly DayGroup[]> | null = null;
  for (const [page, rows] of pages) {
    const groups = rows.map((row) => groupOf(row.createdAt));
    if (isSame(known.get(page), groups)) continue;
    changed ??= new Map(known);
    changed.set(page, groups);
  }
  return changed ?? known;
}

const isSame = (a: readonly DayGroup[] | undefined, b: readonly DayGroup[]): boolean =>
  a?.length === b.length && b.every((group, index) => group === a[index]);

// Fixed widths similar to titles, so that the server and the browser render the same.
const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3'];

/** The content of a row whose data is loading, in the size of a row. */
export function RowSkeleton({ place }: { place: number }) {
  return (
    <>
      <Skeleton className="size-7 rounded-tile" />
      <div className="row-text">
        <Skeleton className={`my-[3px] h-3.5 ${widths[place % widths.length]}`} />
        <Skeleton className="my-[3px] h-3 w-1/4" />
      </div>
      <Skeleton className="h-3 w-12" />
    </>
  );
}

/** Skeleton of a row whose page is loading. */
function RowPlaceholder({ place, selected }: { place: number; selected: boolean }) {
  return (
    <div role="listitem" aria-busy="true" className={cn('row', selected && 'row-selected')}>
      <RowSkeleton place={place} />
    </div>
  );
}

/** Options for rows of special lists. */
export type RowAppearance = Pick<BookmarkRowProps, 'title' | 'address' | 'space' | 'hiddenCollection'>;

export interface RenderOptions {
  list: RowPages;
  items: readonly ListItem[];
  dates: RowDates;
  hiddenCollection?: string | null | undefined;
  look?: ((bookmark: Bookmark) => RowAppearance | undefined) | undefined;
  selecting: SelectionState;
  /** The row that is open in the preview. */
  current: string | undefined;
  /** Whether whole rows can be dragged; false if a long press selects. */
  draggable: boolean;
  /** Whether rows have a handle for manual order. */
  sortable: boolean;
  /** Whether rows show their tags. */
  showTags: boolean;
  /** The row that is hovered or focused. */
  active: string | null;
  handlers: RowHandlers;
  onVisit: (bookmark: Bookmark) => void;
  /** Opens a row whose url must not be followed. */
  onPreview: (at: PreviewPlace) => void;
  actionsOf: (bookmark: Bookmark, place: number) => ReactNode;
  menuOf: (bookmark: Bookmark, place: number) => ReactNode;
}

/** How a view renders a row, and one whose data is loading. */
interface RowKind {
  readonly row: (props: BookmarkRowProps, style: CSSProperties | undefined) => ReactNode;
  readonly placeholder?: (place: number, index: number, style: CSSProperties | undefined) => ReactNode;
}

/** Renders a heading, a row, or the skeleton of a row. */
export function useRenderItem(
  options: RenderOptions,
  kind?: RowKind,
): (item: ListItem, index: number, style?: CSSProperties) => ReactNode {
  const { list, items, dates, hiddenCollection, onVisit, onPreview, actionsOf, menuOf } = options;
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
  return (item, index, style) => {
    if (typeof item !== 'number') {
      const { group } = item;
      return (
        <GroupHeading {...{ index, group, style }} text={isMonth(group) ? dates.month(group) : t(group)} />
      );
    }
    const bookmark = list.rows.get(item);
    if (bookmark === undefined) {
      if (kind?.placeholder) return kind.placeholder(item, index, style);
      return <RowPlaceholder place={item} selected={selecting.selection.kind === 'all'} />;
    }
    const shown = decryptedRow(bookmark);
    const preview = () => onPreview({ place: item, bookmark });
    const props: BookmarkRowProps = {
      bookmark: shown,
      labels,
      handlers: options.handlers,
      ...dateOf(bookmark),
      index,
      hiddenCollection,
      showTags: options.showTags,
      sortable,
      last: typeof items[index + 1] !== 'number',
      selected: selecting.count > 0 && isSelected(selecting.selection, bookmark.uuid),
      current: options.current === bookmark.uuid,
      selectable: selecting.count > 0 || active === bookmark.uuid,
      draggable: draggable || undefined,
      ...options.look?.(bookmark),
      actions: actionsOf(bookmark, item),
      menu: menuOf(bookmark, item),
      onVisit,
      // Undefined for links, so that their rows are not rendered again.
      onActivate: isLocked(shown) ? unlock : isLiveUrl(shown.url) ? undefined : preview,
    };
    return kind ? kind.row(props, style) : <BookmarkRow {...props} />;
  };
}

const isMonth = (group: Heading['group']): group is `${number}-${number}` => group.includes('-');

const unlock = (bookmark: Bookmark): void => openVaultDialog({ kind: 'unlock', bookmark });

/** What a view of a list needs. */
export interface ViewProps {
  readonly view: ShownView;
  readonly options: RenderOptions;
  readonly isTouch: boolean;
  readonly context: ListContext;
  /** Of the element around the rows. */
  readonly props: ComponentProps<'div'>;
}

/** Class of a list that hides the parts which every row has. */
export const classOfParts = ({ parts }: ShownView): string =>
  cn(!parts.includes('date') && 'no-date', !parts.includes('collections') && 'no-chips');

const keyIn = (rows: RowPages['rows'], item: ListItem): string =>
  typeof item === 'number' ? (rows.get(item)?.uuid ?? `place ${item}`) : item.key;

/** The items of a list with rows of one height, and a callback with the range of visible positions. */
export function useMeasures({ list, items }: Pick<RenderOptions, 'list' | 'items'>, rowRem: number) {
  const { rows, show } = list;
  const sizeOf = useCallback(
    (item: ListItem) => (typeof item === 'number' ? rowRem : groupHeadingRem),
    [rowRem],
  );
  const onRange = useCallback(
    (first: number, last: number) => show(placeAt(items, first), placeAt(items, last)),
    [items, show],
  );
  return { items, sizeOf, onRange, keyOf: (item: ListItem) => keyIn(rows, item) };
}

/** Returns the position of the row at an index, or of the row after the heading there. */
function placeAt(items: readonly ListItem[], index: number): number {
  const item = items[index];
  if (typeof item === 'number') return item;
  const next = items[index + 1];
  return typeof next === 'number' ? next : 0;
}
