'use client';

import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual';
import {
  Fragment,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useHydrated } from '@/components/ui/use-hydrated';
import { pressedKey } from '@/lib/utils/pressed-key';

interface VirtualListProps<Item> extends Omit<ComponentProps<'div'>, 'children' | 'role'> {
  items: readonly Item[];
  keyOf: (item: Item, index: number) => string;
  /** Height of an item in rem; a stable function, since a new one means that sizes changed. */
  sizeOf: (item: Item, index: number) => number;
  /**
   * Renders one `role="listitem"` of exactly that height. Elements that arrow keys should reach need
   * `data-focus`.
   */
  render: (item: Item, index: number) => ReactNode;
  /** Number of items that the server renders into its HTML. */
  first?: number;
  /** Called with the first and the last visible item, whenever they change. */
  onRange?: ((first: number, last: number) => void) | undefined;
  /** Called once, when the list can be scrolled. */
  onMount?: ((virtualizer: Pick<Virtualizer<Window, Element>, 'scrollToIndex'>) => void) | undefined;
}

const overscan = 8;
const noRange = { startIndex: null, endIndex: 0 };

/** Rows scrolled with the window, of which only the visible ones are in the document. */
export function VirtualList<Item>({
  items,
  keyOf,
  sizeOf,
  render,
  first = 28,
  onRange,
  onMount,
  onFocus,
  onKeyDown,
  ...props
}: VirtualListProps<Item>) {
  const { root, rows, totalSize, noteFocus } = useVirtualRows({ items, sizeOf, onRange, onMount });
  let reached = 0;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles events that bubble up from the rows
    <div
      {...props}
      ref={root}
      role="list"
      onFocus={(event) => {
        noteFocus(event);
        onFocus?.(event);
      }}
      onKeyDown={(event) => {
        moveFocus(event);
        onKeyDown?.(event);
      }}
    >
      {rows === null
        ? items.slice(0, first).map((item, index) => (
            <Fragment key={keyOf(item, index)}>
              {/* Placeholder of the gap, so that a row of the server's HTML stays the same element and keeps the
                  focus. */}
              {null}
              {render(item, index)}
            </Fragment>
          ))
        : rows.map(({ index, start, end }) => {
            const item = items[index] as Item;
            const gap = start - reached;
            reached = end;
            return (
              <Fragment key={keyOf(item, index)}>
                {gap > 0 ? <div aria-hidden="true" style={{ height: gap }} /> : null}
                {render(item, index)}
              </Fragment>
            );
          })}
      {rows === null ? null : <div aria-hidden="true" style={{ height: totalSize - reached }} />}
    </div>
  );
}

type Rows<Item> = Pick<VirtualListProps<Item>, 'items' | 'sizeOf' | 'onRange' | 'onMount'>;

/** Returns the rows to render, with their start and end in the list; null on the server and during hydration. */
function useVirtualRows<Item>({ items, sizeOf, onRange, onMount }: Rows<Item>) {
  const hydrated = useHydrated();
  const root = useRef<HTMLDivElement>(null);
  const { note, keepInRange } = useFocusedIndex();
  const margin = useOffsetTop(root);
  const rem = hydrated ? rootFontSize() : 16;

  const virtualizer = useWindowVirtualizer({
    count: items.length,
    overscan,
    scrollMargin: margin,
    estimateSize: (index) => sizeOf(items[index] as Item, index) * rem,
    // Sizes are known and never measured, so an item needs no key among them. A new function, created with new
    // items, makes the virtualizer add up the sizes again in the same render: for 100,000 items that takes a
    // few milliseconds.
    getItemKey: useCallback((index: number) => Math.min(index, items.length), [items]),
    rangeExtractor: keepInRange,
    ...(hydrated ? { initialRect: { width: window.innerWidth, height: window.innerHeight } } : {}),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, sizeOf, rem]);
  const isMounted = useRef(false);
  useEffect(() => {
    if (!isMounted.current) onMount?.(virtualizer);
    isMounted.current = true;
  }, [onMount, virtualizer]);

  const drawn = hydrated ? virtualizer.getVirtualItems() : null;
  const { startIndex, endIndex } = (hydrated && virtualizer.range) || noRange;
  useEffect(() => {
    if (startIndex !== null) onRange?.(startIndex, endIndex);
  }, [startIndex, endIndex, onRange]);

  const rows = drawn?.map(({ index, start, end }) => ({ index, start: start - margin, end: end - margin }));
  return { root, rows: rows ?? null, totalSize: hydrated ? virtualizer.getTotalSize() : 0, noteFocus: note };
}

export const rootFontSize = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/**
 * Returns the offset of the list in the document; updated whenever the page above it may have changed its
 * height.
 */
export function useOffsetTop(root: { current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const read = () => {
      if (root.current) setTop(Math.round(root.current.getBoundingClientRect().top + window.scrollY));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [root]);
  return top;
}

/** Keeps the focused row in the document, however far it is scrolled away. */
export function useFocusedIndex() {
  const index = useRef<number | null>(null);
  const note = useCallback((event: FocusEvent) => {
    const row = event.target.closest<HTMLElement>('[data-index]');
    index.current = row === null ? null : Number(row.dataset['index']);
  }, []);
  const keepInRange = useCallback((range: Range) => {
    const visible = defaultRangeExtractor(range);
    const focusedIndex = index.current;
    if (focusedIndex === null || focusedIndex >= range.count || visible.includes(focusedIndex))
      return visible;
    return [...visible, focusedIndex].sort((a, b) => a - b);
  }, []);
  return { note, keepInRange };
}

/** The up and down arrow keys move between rows; elements inside a row are reached by Tab. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const key = pressedKey(event);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const target = event.target as HTMLElement;
  if (!event.currentTarget.contains(target) || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-focus]')];
  const here = stops.findIndex(
    (stop) => stop === target || stop.closest('[role=listitem]')?.contains(target),
  );
  const next = stops[here + (key === 'ArrowDown' ? 1 : -1)];
  if (here < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
