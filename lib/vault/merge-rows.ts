import { orderOfHits, sortKeysOf, type Order, type RankedHit } from '@/lib/bookmark/scope';
import type { Bookmark } from '@/lib/contract/bookmarks';

import type { Query } from '@/lib/domain/query/query';
import { isRanked, type LocalHits } from '@/lib/vault/find-local';

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

/**
 * Detects the order of the service's hits. Within a tier, the service includes visits only if it ranked all hits;
 * otherwise it sorts by date. The order is inferred from its response.
 */
export function orderOfRows(
  { where, sort }: Pick<Query, 'where' | 'sort'>,
  rows: readonly RankedHit[],
): Order<RankedHit> {
  const [lifted, newest] = [
    orderOfHits(sort, isRanked(where) ? 'lifted' : 'newest'),
    orderOfHits(sort, 'newest'),
  ];
  // A recently changed row may be out of place, so the order with fewer violations wins.
  return countViolations(rows, newest) < countViolations(rows, lifted) ? newest : lifted;
}

const countViolations = (rows: readonly RankedHit[], order: Order<RankedHit>): number =>
  rows.filter((row, index) => index > 0 && order(rows[index - 1] ?? row, row) > 0).length;

/** Merges service hits and local hits into one ranked list. */
export function mergeRows(
  { total, rows }: PlacedRows,
  { query, ...found }: Pick<LocalHits, 'query' | 'hits' | 'shared'>,
  tierOf: (row: Bookmark) => number,
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
      rank: { ...sortKeysOf(row), tier: tierOf(row) },
    }));
  const order = orderOfRows(
    query,
    known.map(({ rank }) => rank),
  );
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
