import { listScope, searchScope, smartScope, type BookmarkScope } from '@/lib/bookmark/scope';
import type { Input, Output } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Pagination } from '@/lib/contract/primitives';

/** An entity before and after a write; null where it does not exist. */
export interface Change<T> {
  readonly before: T | null;
  readonly after: T | null;
}

/** A long list of which only some pages are loaded. */
export interface SparseList {
  readonly total: number;
  /** The loaded rows by their zero-based index in the whole list. */
  readonly rows: ReadonlyMap<number, Bookmark>;
}

/**
 * Returns the list after a bookmark has changed: its row is replaced, removed or inserted, and the rows after it shift
 * by one. If the scope cannot decide whether a row belongs to the list, a present row stays and an absent one is not
 * added. Returns the same list if the change does not affect it.
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
  // After rows that are not loaded the position is a guess: the rows shift, and the row appears with its page.
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
  const canShift = !rest.has(gap - 1) || place !== null;
  return { total: Math.max(0, list.total - 1), rows: canShift ? shiftFrom(rest, gap, -1) : rest };
}

/** Position before the first loaded row that sorts after `row`; otherwise the end of the list. */
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

/** Operations that return one page of a bookmark list. */
export type BookmarkPageId = 'bookmarks.list' | 'collections.details' | 'search.find';

interface PageShape<Id extends BookmarkPageId> {
  readonly rows: (page: Output<Id>) => Bookmark[];
  readonly pagination: (page: Output<Id>) => Pagination;
  readonly withRows: (page: Output<Id>, rows: Bookmark[], pagination: Pagination) => Output<Id>;
  readonly scope: (input: Input<Id>, page: Output<Id>, defaultCollection?: string) => BookmarkScope;
}

export const pageShapes: { readonly [Id in BookmarkPageId]: PageShape<Id> } = {
  'bookmarks.list': {
    rows: (page) => page.content,
    pagination: (page) => page.pagination,
    withRows: (page, content, pagination) => ({ ...page, content, pagination }),
    scope: ({ query }, _page, defaultCollection) => listScope(query, defaultCollection),
  },
  'collections.details': {
    rows: (page) => page.bookmarks,
    pagination: (page) => page.pagination,
    withRows: (page, bookmarks, pagination) => ({ ...page, bookmarks, pagination }),
    scope: ({ params, query }, { collection }) =>
      collection.smart ? smartScope(query) : listScope({ ...query, collection: params.uuid }),
  },
  'search.find': {
    rows: (page) => page.bookmarks,
    pagination: (page) => page.pagination,
    withRows: (page, bookmarks, pagination) => ({
      ...page,
      bookmarks,
      scores: scoresOf(page, bookmarks),
      pagination,
    }),
    scope: () => searchScope,
  },
};

/** Returns the scores of the rows; a row from the following page gets the last score here, as its own is not better. */
function scoresOf({ bookmarks, scores }: Output<'search.find'>, rows: readonly Bookmark[]): number[] {
  if (scores.length === 0) return [];
  const known = new Map(bookmarks.map(({ uuid }, index) => [uuid, scores[index]]));
  return rows.map(({ uuid }) => known.get(uuid) ?? scores.at(-1) ?? 1);
}

/** One cached page: index of its first row, capacity and rows. */
export interface LoadedPage {
  readonly first: number;
  readonly size: number;
  readonly rows: readonly Bookmark[];
  readonly pagination: Pagination;
}

export function joinPages(pages: readonly LoadedPage[]): SparseList {
  const rows = new Map<number, Bookmark>();
  for (const page of pages) page.rows.forEach((row, index) => rows.set(page.first + index, row));
  return { total: pages[0]?.pagination.total ?? 0, rows };
}

/**
 * Returns the rows and the pagination of one page of a list. A page that lost a row to the previous one, and whose
 * following row is not loaded, is one row short until it is refetched.
 */
export function cutPage(
  { rows, total }: SparseList,
  { first, size, pagination }: LoadedPage,
): { rows: Bookmark[]; pagination: Pagination } {
  const places = Array.from({ length: size }, (_, index) => rows.get(first + index));
  return {
    rows: places.filter((row) => row !== undefined),
    pagination: { ...pagination, total, pages: Math.ceil(total / size) },
  };
}
