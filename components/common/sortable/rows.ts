import { type Cell, nextInLane } from '@/components/common/grid-layout';
import { type InColumns, indexBeside, type SortKeys } from '@/components/common/sortable/place';

/** Classes of a held row. It is narrower, so that both ends of the drop line below it stay visible. */
export const heldRowClass =
  'held:z-10 held:mx-2 held:max-w-[calc(100%-1rem)] held:rounded-md held:bg-card held:outline held:outline-border held:shadow-float';

const within = (target: EventTarget | null, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

export const handleOf = (target: EventTarget | null) => within(target, '[data-sort-handle]');
export const rowOf = (target: EventTarget | null) => within(target, '[data-sort-key]');
export const keyOf = (row: HTMLElement): string => row.dataset['sortKey'] ?? '';

export const findRow = (list: Element | null, key: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-sort-key="${CSS.escape(key)}"]`) ?? null;

const rowsOf = (list: Element | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-sort-key]') ?? []),
];

/** Whether the rows of a list are in columns, as those of a `VirtualGrid` are. */
export const isInColumns = (list: Element | null): boolean => list?.matches('[data-columns]') ?? false;

/** In pixels of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the index at which a row is dropped at a point; its own index if the row there is not loaded. */
export function indexAt(keys: SortKeys, held: HTMLElement, { x, y }: Point): number {
  const from = keys.indexOf(keyOf(held));
  const others = rowsOf(held.parentElement).filter((row) => row !== held);
  if (isInColumns(held.parentElement)) {
    // A row in columns takes the place of the one below the pointer, and keeps its own between them.
    const over = others.find((row) => isWithin(row.getBoundingClientRect(), { x, y }));
    const index = over ? keys.indexOf(keyOf(over)) : -1;
    return index < 0 ? from : index;
  }
  const over = others.find((row) => row.getBoundingClientRect().bottom > y) ?? others.at(-1);
  const index = over ? keys.indexOf(keyOf(over)) : -1;
  if (!over || index < 0) return from;
  const { top, height } = over.getBoundingClientRect();
  return indexBeside(from, index, y < top + height / 2 ? 'before' : 'after');
}

const isWithin = ({ left, right, top, bottom }: DOMRect, { x, y }: Point): boolean =>
  x >= left && x < right && y >= top && y < bottom;

/** Returns the indexes above and below a row that is in columns; null if it is not, or not in the document. */
export function columnsAround(list: Element | null, keys: SortKeys, at: number): InColumns | null {
  if (!isInColumns(list)) return null;
  const cells = rowsOf(list).map((row): Cell => ({ index: keys.indexOf(keyOf(row)), lane: row.offsetLeft }));
  const cell = cells.find(({ index }) => index === at);
  if (cell === undefined) return null;
  const to = (by: 1 | -1) => {
    const index = nextInLane(cells, cell, by);
    return index < 0 ? at : index;
  };
  return { above: to(-1), below: to(1) };
}

/** Scrolls to the row at an index. If it is not in the document, all rows are assumed to have the same height. */
export function showRow(list: HTMLElement | null, keys: SortKeys, index: number): void {
  const row = findRow(list, keys[index] ?? '');
  const box = list?.getBoundingClientRect();
  if (row) row.scrollIntoView({ block: 'nearest' });
  else if (box)
    window.scrollBy(0, box.top + (box.height * (index + 0.5)) / keys.length - window.innerHeight / 2);
}
