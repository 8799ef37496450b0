import type { Bookmark } from '@/lib/contract/schemas/bookmark';

/** Rows of the service as a list has them: some of them, by their place in the whole list. */
export interface PlacedRows {
  readonly total: number;
  readonly rows: ReadonlyMap<number, Bookmark>;
}

export interface JoinedRows extends PlacedRows {
  /** The place in the list of the service of what stands at a place, or of what follows there. */
  readonly placeOf: (joined: number) => number;
}

interface Joining<Known, Local> {
  /** Rows of the service that are loaded, in their order. */
  readonly known: readonly (Known & { readonly place: number; readonly row: Bookmark })[];
  /** What only this device has in the list, in the same order. */
  readonly locals: readonly Local[];
  readonly rowOf: (local: Local) => Bookmark;
  /** Whether a row of the service stands in front of one of this device. */
  readonly isBefore: (known: Known & { readonly row: Bookmark }, local: Local) => boolean;
  /** Rows of the service, loaded or not. */
  readonly total: number;
}

/**
 * One list of rows of the service and of this device. A local row stands in front of the first known row that it comes
 * before, behind all where there is none; so what is known stands at its place whatever else is loaded.
 */
export function joinRows<Known, Local>(joining: Joining<Known, Local>): JoinedRows {
  const { known, locals, rowOf, isBefore, total } = joining;
  const joined = new Map<number, Bookmark>();
  /** In front of which place of the service each local row stands. */
  const places: number[] = [];
  let next = 0;
  const addRow = ({ place, row }: (typeof known)[number]) => joined.set(place + places.length, row);
  for (const local of locals) {
    for (let one = known[next]; one && isBefore(one, local); one = known[next]) {
      addRow(one);
      next += 1;
    }
    const place = known[next]?.place ?? total;
    joined.set(place + places.length, rowOf(local));
    places.push(place);
  }
  known.slice(next).forEach(addRow);
  return {
    total: total + locals.length,
    rows: joined,
    placeOf: (place) => place - places.filter((at, index) => at + index < place).length,
  };
}
