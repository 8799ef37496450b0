import type { Input, Output } from '@/lib/contract';
import type { Bookmark, BookmarkSortField } from '@/lib/contract/bookmarks';
import type { Pagination } from '@/lib/contract/primitives';
import { tagKey } from '@/lib/domain/tag-key';

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

/** Membership and order of a bookmark list, as far as the client can compute them. */
export interface BookmarkScope {
  /** Whether a bookmark is in the list; null if only the service can decide. */
  readonly holds: (bookmark: Bookmark) => boolean | null;
  /** Compares two rows; null if only the service can order them (relevance). */
  readonly compare: ((a: Bookmark, b: Bookmark) => number) | null;
  /** Whether the user orders the rows manually. */
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
    // A row does not include which collection is the default; a bookmark in several is not only in the default one.
    return isOn(query.uncollected) ? (bookmark.collections.length > 1 ? false : null) : true;
  },
});

const collectionScope = (uuid: string, sort: Sort = {}): BookmarkScope => ({
  compare: comparator(sort),
  isManual: isManual(sort),
  holds: (bookmark) => isLive(bookmark) && isIn(bookmark, uuid),
});

/** Scope of a smart collection: only the service can decide which bookmarks match. */
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
  // Rows whose title the service cannot read come last, in both directions.
  const encryptedLast = (a: Bookmark, b: Bookmark) =>
    sortField === 'title' ? Number(a.encrypted) - Number(b.encrypted) : 0;
  return (a: Bookmark, b: Bookmark) =>
    encryptedLast(a, b) || (sortOrder === 'ASC' ? compare(a, b) : compare(b, a));
}

/** Operations that return one page of a bookmark list. */
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

/** Returns the tiers of the rows; a row from the following page gets the last tier here, as its own is not better. */
function tiersOf({ bookmarks, tiers }: Output<'search.find'>, rows: readonly Bookmark[]): number[] {
  const known = new Map(bookmarks.map(({ uuid }, index) => [uuid, tiers[index]]));
  return rows.map(({ uuid }) => known.get(uuid) ?? tiers.at(-1) ?? 1);
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
