import type { Input, Output } from '@/lib/contract';
import type { Bookmark, BookmarkSortField } from '@/lib/contract/bookmarks';
import type { Pagination } from '@/lib/contract/primitives';
import { tagKey } from '@/lib/domain/tag-key';

/** A thing before and after a write; null where it does not exist then. */
export interface Change<T> {
  readonly before: T | null;
  readonly after: T | null;
}

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

/** What a list of bookmarks holds and in which order, as far as a browser can tell. */
export interface BookmarkScope {
  /** Whether a bookmark is in the list; null where only the service knows. */
  readonly holds: (bookmark: Bookmark) => boolean | null;
  /** The order of two rows; null where only the service knows it (relevance). */
  readonly compare: ((a: Bookmark, b: Bookmark) => number) | null;
  /** People put the rows in order themselves. */
  readonly isManual: boolean;
}

type ListQuery = NonNullable<Input<'bookmarks.list'>['query']>;
type Sort = Pick<ListQuery, 'sortField' | 'sortOrder'>;

const isManual = ({ sortField, sortOrder }: Sort): boolean => sortField === 'order' && sortOrder === 'ASC';
const isOn = (flag: boolean | 'true' | 'false' | undefined): boolean => flag === true || flag === 'true';
const isLive = (bookmark: Bookmark): boolean => bookmark.deletedAt === null;
const isIn = (bookmark: Bookmark, collection: string): boolean =>
  bookmark.collections.some((one) => one.uuid === collection);

export const listScope = (query: ListQuery = {}): BookmarkScope => ({
  compare: comparator(query),
  isManual: isManual(query),
  holds: (bookmark) => {
    if (isLive(bookmark) === isOn(query.trash)) return false;
    if (isOn(query.favorite) && !bookmark.favorite) return false;
    if (isOn(query.highlighted) && !bookmark.highlighted) return false;
    if (query.encrypted !== undefined && isOn(query.encrypted) !== bookmark.encrypted) return false;
    if (isOn(query.broken) && !bookmark.broken) return false;
    if (query.collection !== undefined && !isIn(bookmark, query.collection)) return false;
    if (query.domain !== undefined && bookmark.domain !== query.domain) return false;
    if (query.tag !== undefined && !hasTag(bookmark, query.tag)) return false;
    // The row does not say which collection is the default one; a bookmark of several is not in it alone.
    return isOn(query.uncollected) ? (bookmark.collections.length > 1 ? false : null) : true;
  },
});

const collectionScope = (uuid: string, sort: Sort = {}): BookmarkScope => ({
  compare: comparator(sort),
  isManual: isManual(sort),
  holds: (bookmark) => isLive(bookmark) && isIn(bookmark, uuid),
});

/** A smart collection: only the service can tell what it matches. */
const matchScope = (sort: Sort = {}): BookmarkScope => ({
  compare: comparator(sort),
  isManual: false,
  holds: (bookmark) => (isLive(bookmark) ? null : false),
});

export const searchScope: BookmarkScope = {
  compare: null,
  isManual: false,
  holds: (bookmark) => (isLive(bookmark) ? null : false),
};

const hasTag = (bookmark: Bookmark, tag: string): boolean =>
  bookmark.tags.split(',').some((one) => tagKey(one.trim()) === tagKey(tag));

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const ascending: Record<BookmarkSortField, (a: Bookmark, b: Bookmark) => number> = {
  created_at: (a, b) => byCodeUnit(a.createdAt, b.createdAt),
  title: (a, b) => (a.title ?? '').localeCompare(b.title ?? ''),
  last_accessed: (a, b) => byCodeUnit(a.lastAccessedAt ?? '', b.lastAccessedAt ?? ''),
  order: (a, b) => byCodeUnit(a.order, b.order),
};

function comparator({ sortField = 'created_at', sortOrder = 'DESC' }: Sort) {
  const compare = ascending[sortField];
  // Rows without a title that the service can read come last, in either direction.
  const behind = (a: Bookmark, b: Bookmark) =>
    sortField === 'title' ? Number(a.encrypted) - Number(b.encrypted) : 0;
  return (a: Bookmark, b: Bookmark) => behind(a, b) || (sortOrder === 'ASC' ? compare(a, b) : compare(b, a));
}

/** Answers that are one page of a list of bookmarks. */
export type BookmarkPageId = 'bookmarks.list' | 'collections.details' | 'search.find';

interface PageShape<Id extends BookmarkPageId> {
  readonly rows: (page: Output<Id>) => Bookmark[];
  readonly pagination: (page: Output<Id>) => Pagination;
  readonly withRows: (page: Output<Id>, rows: Bookmark[], pagination: Pagination) => Output<Id>;
  readonly scope: (input: Input<Id>, page: Output<Id>) => BookmarkScope;
}

export const pageShapes: { readonly [Id in BookmarkPageId]: PageShape<Id> } = {
  'bookmarks.list': {
    rows: (page) => page.content,
    pagination: (page) => page.pagination,
    withRows: (page, content, pagination) => ({ ...page, content, pagination }),
    scope: ({ query }) => listScope(query),
  },
  'collections.details': {
    rows: (page) => page.bookmarks,
    pagination: (page) => page.pagination,
    withRows: (page, bookmarks, pagination) => ({ ...page, bookmarks, pagination }),
    scope: ({ params, query }, { collection }) =>
      collection.smart ? matchScope(query) : collectionScope(params.uuid, query),
  },
  'search.find': {
    rows: (page) => page.bookmarks,
    pagination: (page) => page.pagination,
    withRows: (page, bookmarks, pagination) => ({
      ...page,
      bookmarks,
      tiers: tiersOf(page, bookmarks),
      pagination,
    }),
    scope: () => searchScope,
  },
};

/** The tiers go along with their rows; one that came from the page behind is as good as the last one here, or worse. */
function tiersOf({ bookmarks, tiers }: Output<'search.find'>, rows: readonly Bookmark[]): number[] {
  const known = new Map(bookmarks.map(({ uuid }, index) => [uuid, tiers[index]]));
  return rows.map(({ uuid }) => known.get(uuid) ?? tiers.at(-1) ?? 1);
}

/** One cached page: which place its first row has, how many it can hold, and what it holds. */
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
 * The rows and the pagination of one page of a list. A page that has lost a row to the one before it, and whose own
 * next row is not loaded, comes out one row short until it is read again.
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
