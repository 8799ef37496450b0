'use client';

import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  Fragment,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
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
  /** Renders one `role="listitem"` with this style. Elements that arrow keys should reach need `data-focus`. */
  render: (item: Item, index: number, style: CSSProperties | undefined) => ReactNode;
  /** Number of items that the server renders into its HTML, in rows, each as high as its content. */
  first: number;
  /** Called with the first and the last visible item, whenever they change. */
  onRange: (first: number, last: number) => void;
  /** Called once, when the items have their places. */
  onMount: (virtualizer: Pick<Virtualizer<Window, Element>, 'scrollToIndex'>) => void;
  /** Called when Shift and an arrow key select from one item to another. */
  onExtend: (from: number, to: number) => void;
}

const overscan = 3;

/** Items in columns, each in the shortest one, scrolled with the window. Only the visible ones are in the document. */
export function VirtualGrid<Item>(props: VirtualGridProps<Item>) {
  const { items, keyOf, minWidth, gap, heightOf, render, first, onRange, onMount, onExtend, ...rest } = props;
  const root = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const { note, keepInRange } = useFocusedIndex();
  const margin = useOffsetTop(root);
  const total = useWidth(root);
  const columns = columnsIn(total, minWidth, gap);
  const width = (total - gap * (columns - 1)) / columns;
  const rem = hydrated ? rootFontSize() : 16;
  const isReady = hydrated && total > 0;

  const virtualizer = useWindowVirtualizer({
    count: isReady ? items.length : 0,
    lanes: columns,
    gap,
    overscan,
    scrollMargin: margin,
    estimateSize: (index) => heightOf(items[index] as Item, { width, rem }),
    // As in the list: a new function makes the virtualizer add up the sizes again in the same render.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what the sizes depend on
    getItemKey: useCallback((index: number) => index, [items, heightOf, width, rem]),
    rangeExtractor: keepInRange,
    ...(hydrated ? { initialRect: { width: window.innerWidth, height: window.innerHeight } } : {}),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, heightOf, width, rem]);
  const isMounted = useRef(false);
  useEffect(() => {
    if (isReady && !isMounted.current) {
      isMounted.current = true;
      onMount(virtualizer);
    }
  }, [isReady, onMount, virtualizer]);

  const { startIndex, endIndex } = (isReady && virtualizer.range) || { startIndex: null, endIndex: 0 };
  useEffect(() => {
    if (startIndex !== null) onRange(startIndex, endIndex);
  }, [startIndex, endIndex, onRange]);

  const cells = virtualizer.getVirtualItems();
  const onArrow = (event: KeyboardEvent<HTMLElement>) => {
    const from = indexOf(event);
    const step = stepOf(event);
    const at = cells.find(({ index }) => index === from);
    if (at === undefined || step === null) return;
    const to = step.isAcross ? at.index + step.by : nextInLane(cells, at, step.by);
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
      className={cn('view-grid', !isReady && 'view-grid-first', rest.className)}
      style={
        isReady ? { height: virtualizer.getTotalSize() } : ({ '--column': `${minWidth}px` } as CSSProperties)
      }
      onFocus={(event) => {
        note(event);
        rest.onFocus?.(event);
      }}
      onKeyDownCapture={onArrow}
    >
      {isReady
        ? cells.map(({ index, start, size, lane }) => {
            const item = items[index] as Item;
            const style = { top: start - margin, left: lane * (width + gap), width, height: size };
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

interface Cell {
  readonly index: number;
  readonly lane: number;
}

/** Returns the next item in the same column; past the end of a column, the last item there is. */
export function nextInLane(cells: readonly Cell[], { index, lane }: Cell, by: 1 | -1): number {
  const beyond = cells.filter((cell) => (by > 0 ? cell.index > index : cell.index < index));
  const inOrder = by > 0 ? beyond : beyond.toReversed();
  return inOrder.find((cell) => cell.lane === lane)?.index ?? (by > 0 ? (inOrder.at(-1)?.index ?? -1) : -1);
}

function focusItem(root: HTMLElement, index: number): void {
  root.querySelector<HTMLElement>(`[data-index="${index}"] [data-focus]`)?.focus();
}
