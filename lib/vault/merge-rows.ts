import type { Bookmark } from '@/lib/contract/bookmarks';
import { orderOfHits, type HitOrder, type RankedHit } from '@/lib/domain/query/match';
import type { Query } from '@/lib/domain/query/query';
import { encryptedTitleKey, titleKey } from '@/lib/domain/search-vector';
import { isRanked, type LocalHits } from '@/lib/vault/find-local';

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

/** A hit of the service as the order of hits sees it. */
export function rankOfRow(row: Bookmark, tier: number): RankedHit {
  const { title, domain, path } = row;
  return {
    id: row.uuid,
    tier,
    createdAt: Date.parse(row.createdAt),
    lastVisitedAt: row.lastAccessedAt === null ? null : Date.parse(row.lastAccessedAt),
    visits: row.visits,
    titleKey: row.encrypted
      ? encryptedTitleKey
      : titleKey({ title: title ?? '', domain: domain ?? '', path: path ?? '' }),
  };
}

/**
 * The order that the hits of the service are in. Within a tier it lets visits count where it has ranked all of them,
 * and goes by the date alone where it met them on the way; what it did is seen from what it answered.
 */
export function orderOfRows(
  { where, sort }: Pick<Query, 'where' | 'sort'>,
  rows: readonly RankedHit[],
): HitOrder {
  const [lifted, newest] = [
    orderOfHits(sort, isRanked(where) ? 'lifted' : 'newest'),
    orderOfHits(sort, 'newest'),
  ];
  // A row that was changed a moment ago may stand where it does no longer belong.
  return slipsIn(rows, newest) < slipsIn(rows, lifted) ? newest : lifted;
}

const slipsIn = (rows: readonly RankedHit[], order: HitOrder): number =>
  rows.filter((row, index) => index > 0 && order(rows[index - 1] ?? row, row) > 0).length;

/** One ranked list of what the service has found and what only this device can. */
export function mergeRows(
  { total, rows }: PlacedRows,
  { query, ...found }: Pick<LocalHits, 'query' | 'hits' | 'shared'>,
  tierOf: (row: Bookmark) => number,
): JoinedRows {
  // Behind all titles the service has those that it cannot read: what is open leaves that place for its own.
  const isCut = query.limit !== null && rows.size < total;
  const moved = query.sort === 'title' && !isCut ? found.shared.map(({ rank }) => rank.id).sort() : [];
  const areMoved = new Set(moved);
  const known = [...rows]
    .sort(([one], [other]) => one - other)
    .filter(([, row]) => !areMoved.has(row.uuid))
    .map(([place, row]) => ({
      place: row.encrypted ? place - moved.filter((uuid) => uuid < row.uuid).length : place,
      row,
      rank: rankOfRow(row, tierOf(row)),
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
