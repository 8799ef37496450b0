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

/** Returns the index that a pressed key moves to; null for other keys, or if that row is not loaded. */
export function indexByKey(keys: SortKeys, at: number, pressed: string): number | null {
  const last = keys.length - 1;
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last }[pressed];
  if (to === undefined) return null;
  const within = Math.max(0, Math.min(last, to));
  return (keys[within] ?? null) === null ? null : within;
}
