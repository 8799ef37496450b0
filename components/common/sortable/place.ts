/** Beside which row another one goes. */
export type Place = { readonly after: string } | { readonly before: string };

/** Keys of the rows in the order in which they stand; null for those that are not loaded. */
export type SortKeys = readonly (string | null)[];

/** Where a row goes that stands at `from` and is to stand at `to`; null where it stays, or is unknown itself. */
export function placeAt(keys: SortKeys, from: number, to: number): Place | null {
  const anchor = keys[to] ?? null;
  if (from < 0 || from === to || anchor === null) return null;
  return to > from ? { after: anchor } : { before: anchor };
}

/** The index that a row from `from` has when it is let go before or after the row at `index`. */
export function indexBeside(from: number, index: number, side: 'before' | 'after'): number {
  const gap = side === 'before' ? index : index + 1;
  return gap > from ? gap - 1 : gap;
}

/** The index that a key of the keyboard asks for; null where the key asks for nothing, or leads to what is not known. */
export function indexByKey(keys: SortKeys, at: number, pressed: string): number | null {
  const last = keys.length - 1;
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last }[pressed];
  if (to === undefined) return null;
  const within = Math.max(0, Math.min(last, to));
  return (keys[within] ?? null) === null ? null : within;
}
