import type { Input, Output } from '@/lib/contract';
import type { Pagination } from '@/lib/contract/primitives';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { SparseList } from '@/lib/queries/patches/bookmark-list';
import {
  collectionScope,
  gatheredScope,
  listScope,
  searchScope,
  type BookmarkScope,
} from '@/lib/queries/patches/bookmark-scope';

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
      collection.smart ? gatheredScope(query) : collectionScope(params.uuid, query),
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
