/** The order of titles: by code point, as the database compares them, in one direction or the other. */
export type TitleOrder = 'ASC' | 'DESC';

export interface TitledRow {
  readonly uuid: string;
  /** As `titleKey` makes it of what the row shows. */
  readonly key: string;
}

/** Where a list of titles has what: enough to place any part of it without the rest. */
export interface TitleLayout {
  readonly total: number;
  /** Rows that the service can sort; they stand in pieces of `every`. */
  readonly readable: number;
  readonly every: number;
  /** The opened rows that stand among those of each piece, in their order. */
  readonly decrypted: readonly (readonly TitledRow[])[];
  /** Place of the first row of each piece. */
  readonly starts: readonly number[];
  /** Rows that nobody can sort, behind all others. */
  readonly locked: number;
}

interface Options {
  /** Key of the first of every so many readable rows. */
  readonly fences: readonly string[];
  readonly every: number;
  readonly readable: number;
  readonly decrypted: readonly TitledRow[];
  readonly locked: number;
  readonly order: TitleOrder;
}

/** Lays out a list in the order of titles, of which the service knows but the readable rows, and not all are at hand. */
export function layOutTitles({ fences, every, readable, decrypted, locked, order }: Options): TitleLayout {
  const compare = comparison(order);
  const sorted = [...decrypted].sort((a, b) => compare(a.key, b.key) || compare(a.uuid, b.uuid));
  const count = Math.max(1, Math.ceil(readable / every));
  const pieces: TitledRow[][] = Array.from({ length: count }, () => []);
  let piece = 0;
  for (const row of sorted) {
    // An opened row stands before the readable ones of the same title, so only a fence that is less has it behind.
    while (piece + 1 < count && compare(fences[piece + 1] ?? row.key, row.key) < 0) piece += 1;
    pieces[piece]?.push(row);
  }
  const starts: number[] = [];
  let start = 0;
  pieces.forEach((rows, index) => {
    starts.push(start);
    start += rows.length + sizeOf(index, every, readable);
  });
  return { total: start + locked, readable, every, decrypted: pieces, starts, locked };
}

/** Readable rows of a piece. */
const sizeOf = (piece: number, every: number, readable: number): number =>
  Math.max(0, Math.min(every, readable - piece * every));

/** The piece that a place stands in; the last one for those behind all pieces. */
export function pieceAt({ starts }: TitleLayout, place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** About where a place stands among the readable rows alone, so that their pages can be asked for. */
export function readablePlace(layout: TitleLayout, place: number): number {
  const piece = pieceAt(layout, place);
  const first = piece * layout.every;
  const last = first + Math.max(0, sizeOf(piece, layout.every, layout.readable) - 1);
  return Math.min(last, first + Math.max(0, place - (layout.starts[piece] ?? 0)));
}

/** Places behind all that can be sorted. */
export const firstLocked = ({ total, locked }: TitleLayout): number => total - locked;

/**
 * The rows of one piece by their place. `readable` is the page of the service; without any, what stands where within
 * the piece is not known, unless the opened rows are alone in it.
 */
export function placePiece(
  layout: TitleLayout,
  piece: number,
  readable: readonly TitledRow[] | undefined,
  order: TitleOrder,
): Map<number, TitledRow> {
  const placed = new Map<number, TitledRow>();
  const size = sizeOf(piece, layout.every, layout.readable);
  if (readable === undefined && size > 0) return placed;
  const compare = comparison(order);
  const decrypted = layout.decrypted[piece] ?? [];
  const names = new Set(decrypted.map(({ uuid }) => uuid));
  // For a moment a page can tell of more rows than there are, or of one that was encrypted meanwhile.
  const rows = (readable ?? []).filter(({ uuid }) => !names.has(uuid)).slice(0, size);
  let place = layout.starts[piece] ?? 0;
  let next = 0;
  const put = (row: TitledRow) => placed.set(place++, row);
  for (const row of rows) {
    for (let one = decrypted[next]; one && compare(one.key, row.key) <= 0; one = decrypted[next]) {
      put(one);
      next += 1;
    }
    put(row);
  }
  for (const row of decrypted.slice(next)) put(row);
  return placed;
}

function comparison(order: TitleOrder): (a: string, b: string) => number {
  return order === 'ASC' ? byCodePoint : (a, b) => byCodePoint(b, a);
}

/** Code units would put what lies beyond the first plane before the last characters of it. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (one !== other) return planeOf(one) - planeOf(other) || one - other;
  }
  return a.length - b.length;
}

const planeOf = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? 1 : 0);
