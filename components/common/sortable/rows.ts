export type Side = 'before' | 'after';

/**
 * What a row of a list that can be sorted looks like while it is held; the row has `data-sort-key`. It covers the line
 * that shows where it goes, and is narrower, so that both ends of the line stay in sight.
 */
export const heldRowClass =
  'data-held:pointer-events-none data-held:relative data-held:z-10 data-held:mx-4 data-held:rounded-md data-held:bg-card data-held:outline data-held:outline-border data-held:shadow-float';

export const rowOf = (element: Element): HTMLElement | null =>
  element.closest<HTMLElement>('[data-sort-key]');

export const findRow = (root: HTMLElement, key: string): HTMLElement | null =>
  root.querySelector(`[data-sort-key="${CSS.escape(key)}"]`);

export const findHandle = (root: HTMLElement, key: string): HTMLElement | null =>
  findRow(root, key)?.querySelector<HTMLElement>('[data-sort-handle]') ?? null;

/** The row that a height of the screen points at, and at which half of it; above the first and below the last, these. */
export function rowAt(root: HTMLElement, y: number): { key: string; side: Side } | null {
  const rows = [...root.querySelectorAll<HTMLElement>('[data-sort-key]:not([data-held])')];
  const found = rows.find((row) => row.getBoundingClientRect().bottom > y) ?? rows.at(-1);
  const key = found?.dataset['sortKey'];
  if (!found || key === undefined) return null;
  const { top, height } = found.getBoundingClientRect();
  return { key, side: y < top + height / 2 ? 'before' : 'after' };
}

/** Puts the line at the edge of a row, on the screen; away where the row is not drawn. */
export function placeLine(line: HTMLElement, row: HTMLElement | null, side: Side): void {
  line.hidden = row === null;
  if (row === null) return;
  const { left, top, bottom, width } = row.getBoundingClientRect();
  const y = side === 'before' ? top : bottom;
  Object.assign(line.style, { left: `${left}px`, width: `${width}px`, top: `${y - 1}px` });
}
