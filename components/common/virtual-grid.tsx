'use client';

import {
  Fragment,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { itemsBetween, layOut, nextBeside, nextInLane, wide } from '@/components/common/grid-layout';
import { rootFontSize, useFocusedIndex, useOffsetTop } from '@/components/common/virtual-list';
import { useHydrated } from '@/components/ui/use-hydrated';
import { cn } from '@/lib/utils/cn';
import { pressedKey } from '@/lib/utils/pressed-key';

interface VirtualGridProps<Item> extends Omit<ComponentProps<'div'>, 'children' | 'role'> {
  items: readonly Item[];
  keyOf: (item: Item, index: number) => string;
  /** Least width of a column in pixels; there are at least two columns. */
  minWidth: number;
  /** Pixels between the items. */
  gap: number;
  /** Height of an item of this width, both in pixels; a stable function, since a new one means that sizes changed. */
  heightOf: (item: Item, column: { width: number; rem: number }) => number;
  /** Whether an item spans all columns; a stable function. */
  isWide: (item: Item) => boolean;
  /** Whether the items are in rows, as high as the highest item; else each is in the shortest column. */
  isAligned: boolean;
  /** Renders one `role="listitem"` with this style. Elements that arrow keys should reach need `data-focus`. */
  render: (item: Item, index: number, style: CSSProperties | undefined) => ReactNode;
  /** Number of items that the server renders into its HTML, in rows, each as high as its content. */
  first: number;
  /** Called with the first and the last visible item, whenever they change. */
  onRange: (first: number, last: number) => void;
  /** Called once, when the items have their places. */
  onMount: (grid: { readonly scrollToIndex: (index: number) => void }) => void;
  /** Called when Shift and an arrow key select from one item to another. */
  onExtend: (from: number, to: number) => void;
}

/** Drawn above and below the window. */
const overscanPx = 400;
/** The window is followed in steps, so that not every pixel draws again. */
const scrollStep = 160;

/**
 * Items in columns, and others across all of them, scrolled with the window. Only the visible
 * ones are in the document.
 */
export function VirtualGrid<Item>(props: VirtualGridProps<Item>) {
  const { items, keyOf, minWidth, gap, heightOf, isWide, isAligned, render, first, ...handlers } = props;
  const { onRange, onMount, onExtend, ...rest } = handlers;
  const root = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const { note, keepInRange } = useFocusedIndex();
  const margin = useOffsetTop(root);
  const total = useWidth(root);
  const columns = columnsIn(total, minWidth, gap);
  const width = (total - gap * (columns - 1)) / columns;
  const rem = hydrated ? rootFontSize() : 16;
  const isReady = hydrated && total > 0;

  const layout = useMemo(
    () =>
      layOut({
        ...{ count: isReady ? items.length : 0, columns, gap },
        sizeOf: (index) => heightOf(items[index] as Item, { width, rem }),
        isWide: (index) => isWide(items[index] as Item),
        isAligned,
      }),
    [isReady, items, columns, gap, heightOf, width, rem, isWide, isAligned],
  );
  const isMounted = useRef(false);
  useEffect(() => {
    if (!isReady || isMounted.current) return;
    isMounted.current = true;
    onMount({
      scrollToIndex: (index) => {
        const middle = (layout.tops[index] ?? 0) + (layout.sizes[index] ?? 0) / 2;
        window.scrollTo({ top: margin + middle - window.innerHeight / 2 });
      },
    });
  }, [isReady, onMount, layout, margin]);

  const [top, bottom] = useViewport();
  const seen = itemsBetween(layout, top - margin, bottom - margin);
  const { first: from, last: to } = itemsBetween(
    layout,
    top - margin - overscanPx,
    bottom - margin + overscanPx,
  );
  useEffect(() => {
    if (isReady && seen.last >= seen.first) onRange(seen.first, seen.last);
  }, [isReady, seen.first, seen.last, onRange]);

  const drawn =
    to < from ? [] : keepInRange({ ...{ startIndex: from, endIndex: to }, overscan: 0, count: items.length });
  const cells = drawn.map((index) => ({
    index,
    lane: layout.lanes[index] ?? 0,
    start: layout.tops[index] ?? 0,
    size: layout.sizes[index] ?? 0,
  }));
  const onArrow = (event: KeyboardEvent<HTMLDivElement>) => {
    rest.onKeyDownCapture?.(event);
    if (event.isPropagationStopped()) return;
    const from = indexOf(event);
    const step = stepOf(event);
    const at = cells.find(({ index }) => index === from);
    if (at === undefined || step === null) return;
    const to = step.isAcross ? nextBeside(cells, at, step.by) : nextInLane(cells, at, step.by);
    if (to < 0 || to >= items.length) return;
    event.preventDefault();
    // Shift with an arrow key means the row above or below in a list.
    event.stopPropagation();
    focusItem(event.currentTarget, to);
    if (event.shiftKey) onExtend(at.index, to);
  };
  return (
    <div
      {...rest}
      ref={root}
      role="list"
      data-columns={columns}
      className={cn('view-grid', !isReady && 'view-grid-first', rest.className)}
      style={isReady ? { height: layout.height } : ({ '--column': `${minWidth}px` } as CSSProperties)}
      onFocus={(event) => {
        note(event);
        rest.onFocus?.(event);
      }}
      onKeyDownCapture={onArrow}
    >
      {isReady
        ? cells.map(({ index, start, size, lane }) => {
            const item = items[index] as Item;
            const across = lane === wide ? { left: 0, right: 0 } : { left: lane * (width + gap), width };
            const style = { ...across, top: start, height: size };
            return <Fragment key={keyOf(item, index)}>{render(item, index, style)}</Fragment>;
          })
        : items
            // In the browser, the width is known before anything is painted.
            .slice(0, hydrated ? 0 : first)
            .map((item, index) => (
              <Fragment key={keyOf(item, index)}>{render(item, index, undefined)}</Fragment>
            ))}
    </div>
  );
}

function onWindow(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true });
  window.addEventListener('resize', onChange);
  return () => {
    window.removeEventListener('scroll', onChange);
    window.removeEventListener('resize', onChange);
  };
}

/** Returns the top and the bottom of the window in the document, rounded to steps beyond it. */
function useViewport(): [top: number, bottom: number] {
  const top = useSyncExternalStore(
    onWindow,
    () => Math.floor(window.scrollY / scrollStep) * scrollStep,
    () => 0,
  );
  const bottom = useSyncExternalStore(
    onWindow,
    () => Math.ceil((window.scrollY + window.innerHeight) / scrollStep) * scrollStep,
    () => 0,
  );
  return [top, bottom];
}

/** As many columns as `repeat(auto-fill, minmax(…))` of the stylesheet. */
export const columnsIn = (total: number, minWidth: number, gap: number): number =>
  Math.max(2, Math.floor((total + gap) / (minWidth + gap)));

/** Width of an element in pixels; 0 until it is known. */
function useWidth(root: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    const read = () => setWidth(element.clientWidth);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [root]);
  return width;
}

const steps: Readonly<Record<string, { readonly by: 1 | -1; readonly isAcross: boolean }>> = {
  ArrowRight: { by: 1, isAcross: true },
  ArrowLeft: { by: -1, isAcross: true },
  ArrowDown: { by: 1, isAcross: false },
  ArrowUp: { by: -1, isAcross: false },
};

/** Returns the step of an arrow key; null for other keys, and where arrow keys move a cursor. */
function stepOf(event: KeyboardEvent<HTMLElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const { target } = event;
  // Of a menu of the row, which is elsewhere in the document.
  if (!(target instanceof HTMLElement) || !event.currentTarget.contains(target)) return null;
  if (/^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return null;
  return steps[pressedKey(event)] ?? null;
}

const indexOf = ({ target }: KeyboardEvent): number | null => {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return item === null ? null : Number(item.dataset['index']);
};

function focusItem(root: HTMLElement, index: number): void {
  root.querySelector<HTMLElement>(`[data-index="${index}"] [data-focus]`)?.focus();
}
