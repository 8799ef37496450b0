/** Places of the items of a grid, in pixels from its top. */
export interface GridLayout {
  /** Never decreases with the index. */
  readonly tops: Float64Array;
  readonly sizes: Float64Array;
  /** Column of an item; `wide` for one that spans all of them. */
  readonly lanes: Int16Array;
  readonly height: number;
  /** Of the highest item. */
  readonly tallest: number;
}

export const wide = -1;

interface GridOptions {
  readonly count: number;
  readonly columns: number;
  readonly gap: number;
  readonly sizeOf: (index: number) => number;
  readonly isWide: (index: number) => boolean;
  /** Whether the items are in rows, all of a row as high as its highest one. */
  readonly isAligned?: boolean;
}

/** Places each item in the shortest column, and below a wide one starts all columns at the same height. */
export function layOut(options: GridOptions): GridLayout {
  const { count, columns, gap, isWide } = options;
  const sizeOf = options.isAligned === true ? alignedSizes(options) : options.sizeOf;
  const [tops, sizes, lanes] = [new Float64Array(count), new Float64Array(count), new Int16Array(count)];
  /** Where the next item of each column goes. */
  const ends = new Float64Array(columns);
  let tallest = 0;
  for (let index = 0; index < count; index += 1) {
    const size = sizeOf(index);
    const lane = isWide(index) ? wide : shortest(ends);
    const top = lane === wide ? Math.max(...ends) : (ends[lane] ?? 0);
    if (lane === wide) ends.fill(top + size + gap);
    else ends[lane] = top + size + gap;
    tops[index] = top;
    lanes[index] = lane;
    sizes[index] = size;
    tallest = Math.max(tallest, size);
  }
  return { tops, sizes, lanes, height: Math.max(0, Math.max(...ends) - gap), tallest };
}

/** The highest size of each row. Columns of the same height are filled from the first to the last. */
function alignedSizes({ count, columns, sizeOf, isWide }: GridOptions): (index: number) => number {
  const sizes = new Float64Array(count);
  let start = 0;
  for (let index = 0; index < count; index += 1) {
    const size = sizeOf(index);
    if (isWide(index) || index - start === columns) start = index;
    // Only one that is higher than the former ones changes them.
    const highest = Math.max(size, index > start ? (sizes[index - 1] ?? 0) : 0);
    sizes[index] = highest;
    if (index > start && highest > (sizes[start] ?? 0)) sizes.fill(highest, start, index);
    if (isWide(index)) start = index + 1;
  }
  return (index) => sizes[index] ?? 0;
}

function shortest(ends: Float64Array): number {
  let lane = 0;
  for (let other = 1; other < ends.length; other += 1) {
    if ((ends[other] ?? 0) < (ends[lane] ?? 0)) lane = other;
  }
  return lane;
}

/** Returns the first and the last item between two heights; `last` is before `first` if there is none. */
export function itemsBetween(
  { tops, sizes, tallest }: GridLayout,
  from: number,
  to: number,
): { first: number; last: number } {
  let first = firstAtOrAfter(tops, from - tallest);
  while (first < tops.length && (tops[first] ?? 0) + (sizes[first] ?? 0) < from) first += 1;
  return { first, last: firstAtOrAfter(tops, to) - 1 };
}

function firstAtOrAfter(tops: Float64Array, height: number): number {
  let [low, high] = [0, tops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle] ?? 0) < height) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An item and its column. */
export interface Cell {
  readonly index: number;
  readonly lane: number;
}

/** Returns the next item in reading order, past those across all columns; -1 if there is none. */
export function nextBeside(cells: readonly Cell[], { index }: Cell, by: 1 | -1): number {
  const beyond = cells.filter(
    (cell) => cell.lane !== wide && (by > 0 ? cell.index > index : cell.index < index),
  );
  return (by > 0 ? beyond[0] : beyond.at(-1))?.index ?? -1;
}

/** Returns the next item in the same column; past the end of a column, the last item there is. */
export function nextInLane(cells: readonly Cell[], { index, lane }: Cell, by: 1 | -1): number {
  const beyond = cells.filter(
    (cell) => cell.lane !== wide && (by > 0 ? cell.index > index : cell.index < index),
  );
  const inOrder = by > 0 ? beyond : beyond.toReversed();
  return inOrder.find((cell) => cell.lane === lane)?.index ?? (by > 0 ? (inOrder.at(-1)?.index ?? -1) : -1);
}
