'use client';

import { type CSSProperties, useCallback, useMemo } from 'react';
import { HeldKeys } from '@/components/common/held-keys';
import { VirtualGrid } from '@/components/common/virtual-grid';
import { VirtualList } from '@/components/common/virtual-list';
import { BookmarkCard, Line } from '@/components/entities/bookmark-card';
import {
  BookmarkRow,
  bookmarkRowRem,
  type BookmarkRowProps,
  groupHeadingRem,
} from '@/components/entities/bookmark-row';
import { Cover } from '@/components/entities/cover';
import { type ListItem, sourceKey } from '@/components/features/bookmarks/bookmark-source';
import {
  cardHeight,
  keepHeights,
  measureTitles,
  ownHeight,
} from '@/components/features/bookmarks/views/card-height';
import {
  classOfParts,
  useMeasures,
  useRenderItem,
  type ViewProps,
} from '@/components/features/bookmarks/list-items';
import { extendFrom, type RowPlace } from '@/components/features/bookmarks/selection';
import { useSpot } from '@/components/features/bookmarks/views/use-spot';
import { Skeleton } from '@/components/ui/skeleton';
import { useHydrated } from '@/components/ui/use-hydrated';
import type { ListLayout, ListPart } from '@/lib/contract/views';
import { isGrid } from '@/lib/domain/list-view';
import { cn } from '@/lib/utils/cn';
import { decryptedRow } from '@/lib/vault/decrypted';

/** Every view of a list but the usual one. The key of a layout starts it at the place of the former one. */
export function OtherView(props: ViewProps) {
  const { layout } = props.view;
  return isGrid(layout) ? <Cards key={layout} {...props} /> : <Rows key={layout} {...props} />;
}

/** Heights of rows in rem, as views.css sets them. */
const rowRem: Readonly<Record<ListLayout, Readonly<Record<'desktop' | 'touch', number>>>> = {
  list: bookmarkRowRem,
  compact: { desktop: 2.25, touch: 2.75 },
  headlines: { desktop: 4, touch: 5.25 },
  cards: bookmarkRowRem,
  moodboard: bookmarkRowRem,
};
const lineRem = 1.125;

const lineParts = ['description', 'notes'] as const satisfies readonly ListPart[];

function Rows({ view, options, isTouch, props, context }: ViewProps) {
  const { layout, parts } = view;
  const lines = layout === 'compact' ? [] : lineParts.filter((part) => parts.includes(part));
  const height = rowRem[layout][isTouch ? 'touch' : 'desktop'] + lines.length * lineRem;
  const hasCover = parts.includes('cover');
  const hydrated = useHydrated();
  const row = (shown: BookmarkRowProps) => (
    <BookmarkRow
      {...shown}
      tile={
        hasCover ? (
          <Cover bookmark={shown.bookmark} sizes="56px" isDetailed={hydrated} className="cover-thumb" />
        ) : undefined
      }
      lines={lines.map((part) => (
        <Line key={part} text={shown.bookmark[part]} lines={1} />
      ))}
    />
  );
  const render = useRenderItem(options, { row });
  const { onMount, isWaiting } = useSpot(sourceKey(context.source), options.list, options.items);
  return (
    <>
      {isWaiting ? <HeldKeys /> : null}
      <VirtualList<ListItem>
        {...props}
        onMount={onMount}
        {...useMeasures(options, height)}
        className={cn(props.className, 'rows', `rows-${layout}`, classOfParts(view))}
        style={{ '--row-height': `${height}rem` } as CSSProperties}
        render={render}
      />
    </>
  );
}

/** Headings span all columns. */
const isWide = (item: ListItem): boolean => typeof item !== 'number';

const columnOf = { cards: { minWidth: 240, gap: 16 }, moodboard: { minWidth: 208, gap: 16 } } as const;
const touchGap = 12;

function Cards({ view, options, isTouch, props, context }: ViewProps) {
  const { parts } = view;
  const isMoodboard = view.layout === 'moodboard';
  const { list, items } = options;
  const { onRange, keyOf } = useMeasures(options, 0);
  const { rows } = list;
  const hydrated = useHydrated();
  const linesOf = useMemo(
    () => (hydrated ? measureTitles(isMoodboard ? 'moodboard' : 'cards') : () => 2 as const),
    [hydrated, isMoodboard],
  );
  const heightOfCard = useMemo(
    () =>
      keepHeights((bookmark, column) =>
        isMoodboard
          ? ownHeight(bookmark, parts, column, linesOf)
          : cardHeight(bookmark, parts, isTouch, column, linesOf),
      ),
    [isMoodboard, parts, isTouch, linesOf],
  );
  const heightOf = useCallback(
    (item: ListItem, column: { width: number; rem: number }) => {
      if (typeof item !== 'number') return groupHeadingRem * column.rem;
      const stored = rows.get(item);
      return heightOfCard(item, stored && decryptedRow(stored), column);
    },
    [rows, heightOfCard],
  );
  const { minWidth, gap } = columnOf[isMoodboard ? 'moodboard' : 'cards'];
  const placeAt = (index: number): RowPlace | null => {
    const place = items[index];
    const bookmark = typeof place === 'number' ? rows.get(place) : undefined;
    return typeof place === 'number' && bookmark ? { uuid: bookmark.uuid, place } : null;
  };
  const onExtend = (from: number, to: number) => {
    const [first, last] = [placeAt(from), placeAt(to)];
    if (first && last) extendFrom(first, last, context);
  };
  const render = useRenderItem(options, {
    row: (shown, style) => <BookmarkCard {...shown} {...{ isMoodboard, parts, style }} />,
    placeholder: (_place, index, style) => <CardPlaceholder {...{ index, style }} />,
  });
  const { onMount, isWaiting } = useSpot(sourceKey(context.source), list, items);
  return (
    <>
      {isWaiting ? <HeldKeys /> : null}
      <VirtualGrid<ListItem>
        {...props}
        onMount={onMount}
        className={cn(props.className, classOfParts(view))}
        {...{ items, keyOf, onRange, heightOf, isWide, minWidth, onExtend, render }}
        gap={isTouch ? touchGap : gap}
        isAligned={!isMoodboard}
        // The columns of a moodboard are known only in the browser.
        first={isMoodboard ? 0 : 24}
      />
    </>
  );
}

/** Skeleton of a card whose page is loading. */
const CardPlaceholder = ({ index, style }: { index: number; style: CSSProperties | undefined }) => (
  <div role="listitem" aria-busy="true" className="card" style={style} data-index={index}>
    <Skeleton className="h-full w-full rounded-none" />
  </div>
);
