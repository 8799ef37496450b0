import { indexBeside, type SortKeys } from '@/components/common/sortable/place';

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

/** Returns the index at which a row is dropped at a `clientY`; its own index if the row there is not loaded. */
export function indexAt(keys: SortKeys, held: HTMLElement, y: number): number {
  const from = keys.indexOf(keyOf(held));
  const rows = [...(held.parentElement?.querySelectorAll<HTMLElement>('[data-sort-key]') ?? [])];
  const others = rows.filter((row) => row !== held);
  const over = others.find((row) => row.getBoundingClientRect().bottom > y) ?? others.at(-1);
  const index = over ? keys.indexOf(keyOf(over)) : -1;
  if (!over || index < 0) return from;
  const { top, height } = over.getBoundingClientRect();
  return indexBeside(from, index, y < top + height / 2 ? 'before' : 'after');
}

/** Scrolls to the row at an index. If it is not in the document, all rows are assumed to have the same height. */
export function showRow(list: HTMLElement | null, keys: SortKeys, index: number): void {
  const row = findRow(list, keys[index] ?? '');
  const box = list?.getBoundingClientRect();
  if (row) row.scrollIntoView({ block: 'nearest' });
  else if (box)
    window.scrollBy(0, box.top + (box.height * (index + 0.5)) / keys.length - window.innerHeight / 2);
}
