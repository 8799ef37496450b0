import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { BookmarkScope } from '@/lib/queries/patches/bookmark-scope';
import type { Change } from '@/lib/queries/patches/effects';

/** A long list of which only some pages are loaded. */
export interface SparseList {
  readonly total: number;
  /** The loaded rows by their place in the whole list, counted from 0. */
  readonly rows: ReadonlyMap<number, Bookmark>;
}

/**
 * The list after a bookmark has changed: the row replaced, taken out, or put where it belongs, with the rows behind it
 * moved by one. Where the list cannot tell whether a row belongs to it, a row that is there stays and one that is not
 * there stays away. The same list comes back when it is not concerned.
 */
export function changeInList(
  list: SparseList,
  scope: BookmarkScope,
  { before, after }: Change<Bookmark>,
): SparseList {
  const uuid = (after ?? before)?.uuid;
  const place = placeOf(list, uuid);
  const wasIn = place !== null || (before !== null && scope.holds(before) === true);
  const isIn = after !== null && (scope.holds(after) ?? wasIn);
  if (after !== null && isIn) {
    if (place !== null) return { ...list, rows: new Map(list.rows).set(place, after) };
    return wasIn ? list : insertRow(list, scope, after);
  }
  return wasIn ? removeRow(list, scope, place, before) : list;
}

function placeOf(list: SparseList, uuid: string | undefined): number | null {
  for (const [place, row] of list.rows) if (row.uuid === uuid) return place;
  return null;
}

function insertRow(list: SparseList, scope: BookmarkScope, row: Bookmark): SparseList {
  const place = insertionPlace(list, scope, row);
  const moved = shiftFrom(list.rows, place, 1);
  // Behind rows that are not loaded its place is a guess: the rows make room, and it comes with its page.
  if (place === 0 || list.rows.has(place - 1)) moved.set(place, row);
  return { total: list.total + 1, rows: moved };
}

function removeRow(
  list: SparseList,
  scope: BookmarkScope,
  place: number | null,
  row: Bookmark | null,
): SparseList {
  const gap = place ?? (row === null ? list.total : insertionPlace(list, scope, row));
  const rest = new Map(list.rows);
  if (place !== null) rest.delete(place);
  const isFree = !rest.has(gap - 1) || place !== null;
  return { total: Math.max(0, list.total - 1), rows: isFree ? shiftFrom(rest, gap, -1) : rest };
}

/** Before the first loaded row that sorts behind `row`; else behind the last row of all. */
function insertionPlace({ rows, total }: SparseList, { compare }: BookmarkScope, row: Bookmark): number {
  if (compare === null) return total;
  for (const place of placesInOrder(rows)) {
    const other = rows.get(place);
    if (other !== undefined && compare(row, other) <= 0) return place;
  }
  return total;
}

function shiftFrom(rows: ReadonlyMap<number, Bookmark>, from: number, by: 1 | -1): Map<number, Bookmark> {
  const moved = new Map<number, Bookmark>();
  for (const [place, row] of rows) moved.set(place >= from ? place + by : place, row);
  return moved;
}

const placesInOrder = (rows: ReadonlyMap<number, Bookmark>): number[] =>
  [...rows.keys()].sort((a, b) => a - b);
