import { orderOfHits, sortKeysOf } from '@/lib/bookmark/scope';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { LocalHits } from '@/lib/vault/find-local';

/** Rows of the service: the loaded ones, by their index in the whole list. */
export interface PlacedRows {
  readonly total: number;
  readonly rows: ReadonlyMap<number, Bookmark>;
}

export interface JoinedRows extends PlacedRows {
  /** Maps an index of the joined list to the service's list: of the row there, or of the next service row. */
  readonly placeOf: (joined: number) => number;
}

interface Joining<Known, Local> {
  /** Loaded rows of the service, in order. */
  readonly known: readonly (Known & { readonly place: number; readonly row: Bookmark })[];
  /** Rows that only this device has, in the same order. */
  readonly locals: readonly Local[];
  readonly rowOf: (local: Local) => Bookmark;
  /** Whether a service row sorts before a local row. */
  readonly isBefore: (known: Known & { readonly row: Bookmark }, local: Local) => boolean;
  /** Total number of service rows, loaded or not. */
  readonly total: number;
}

/**
 * Joins service rows and local rows into one list. A local row is placed before the first loaded row that sorts after
 * it, or at the end; the position of a loaded row thus does not depend on what else is loaded.
 */
export function joinRows<Known, Local>(joining: Joining<Known, Local>): JoinedRows {
  const { known, locals, rowOf, isBefore, total } = joining;
  const joined = new Map<number, Bookmark>();
  /** For each local row, the service index that it precedes. */
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

/** Merges service hits and local hits into one ranked list. */
export function mergeRows(
  { total, rows }: PlacedRows,
  { query, ...found }: Pick<LocalHits, 'query' | 'hits' | 'shared'>,
  scoreOf: (row: Bookmark) => number,
): JoinedRows {
  // The service sorts unreadable titles last; decrypted rows move from there to their actual position.
  const isCut = query.limit !== null && rows.size < total;
  const moved = query.sort === 'title' && !isCut ? found.shared.map(({ rank }) => rank.id).sort() : [];
  const areMoved = new Set(moved);
  const known = [...rows]
    .sort(([one], [other]) => one - other)
    .filter(([, row]) => !areMoved.has(row.uuid))
    .map(([place, row]) => ({
      place: row.encrypted ? place - moved.filter((uuid) => uuid < row.uuid).length : place,
      row,
      rank: { ...sortKeysOf(row), score: scoreOf(row) },
    }));
  const order = orderOfHits(query.sort);
  const hits = [...found.hits, ...found.shared.filter(({ rank }) => areMoved.has(rank.id))].sort(
    (one, other) => order(one.rank, other.rank),
  );
  const joined = joinRows({
    known,
    locals: hits,
    rowOf: ({ bookmark }) => bookmark.row,
    isBefore: (one, { rank }) => order(one.rank, rank) < 0,
    total: total - moved.length,
  });
  const most = Math.min(joined.total, query.limit ?? Infinity);
  return { ...joined, total: most, rows: new Map([...joined.rows].filter(([place]) => place < most)) };
}
