/** Target position of a moved row, relative to another row. */
export type Place = { readonly after: string } | { readonly before: string };

/** Row keys in list order; null for rows that are not loaded. */
export type SortKeys = readonly (string | null)[];

/** Returns the target of a move between two indexes; null if the row stays, or one of both rows is not loaded. */
export function placeAt(keys: SortKeys, from: number, to: number): Place | null {
  const anchor = keys[to] ?? null;
  if (from < 0 || from === to || anchor === null) return null;
  return to > from ? { after: anchor } : { before: anchor };
}

/** Returns the new index of the row at `from` when it is dropped before or after the row at `index`. */
export function indexBeside(from: number, index: number, side: 'before' | 'after'): number {
  const gap = side === 'before' ? index : index + 1;
  return gap > from ? gap - 1 : gap;
}

/** Indexes above and below a row that is in columns, where its neighbors are beside it. */
export interface InColumns {
  readonly above: number;
  readonly below: number;
}

/**
 * Returns the index that a pressed key moves to from a row, which may be in columns; null for other keys, or if the row
 * there is not loaded.
 */
export function indexByKey(
  keys: SortKeys,
  at: number,
  pressed: string,
  columns?: InColumns | null,
): number | null {
  const last = keys.length - 1;
  const arrows: Readonly<Record<string, number>> = columns
    ? { ArrowUp: columns.above, ArrowDown: columns.below, ArrowLeft: at - 1, ArrowRight: at + 1 }
    : { ArrowUp: at - 1, ArrowDown: at + 1 };
  const to = { ...arrows, Home: 0, End: last }[pressed];
  if (to === undefined) return null;
  const within = Math.max(0, Math.min(last, to));
  return (keys[within] ?? null) === null ? null : within;
}

/** Part of the screen at its top and at its bottom in which a held row scrolls the page. */
const scrollEdge = 0.12;
/** At the very edge, in pixels per millisecond. */
const maxScrollSpeed = 1.5;

/**
 * Returns how fast the page scrolls, in pixels per millisecond, while a row that was picked up at `from` is held at
 * `y`. A row that is picked up near an edge does not scroll the page until it is moved towards the edge.
 */
export function scrollSpeed(y: number, from: number, height: number): number {
  const edge = height * scrollEdge;
  const above = Math.min(0, y - edge);
  const below = Math.max(0, y - (height - edge));
  const beyond = (y < from ? above : 0) + (y > from ? below : 0);
  return Math.max(-1, Math.min(1, beyond / edge)) * maxScrollSpeed;
}
