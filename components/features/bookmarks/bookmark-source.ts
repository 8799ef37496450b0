import type { UseQueryOptions } from '@tanstack/react-query';
import type { Route } from 'next';
import { bookmarkQueries } from '@/lib/api/bookmarks';
import { collectionQueries } from '@/lib/api/collections';
import { type SearchFilter, searchQueries } from '@/lib/api/search';
import type { Output } from '@/lib/contract';
import type { BookmarkSort } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { BulkQuery } from '@/lib/contract/bulk';
import { sortQuery } from '@/lib/domain/sort';

/** Source of the rows of a list. */
export type BookmarkSource =
  | { readonly kind: 'library'; readonly view: LibraryView; readonly sort: BookmarkSort }
  | {
      readonly kind: 'collection';
      readonly uuid: string;
      readonly sort: BookmarkSort;
      /** Whether the collection is smart: bookmarks cannot be added, removed or reordered by hand. */
      readonly smart?: boolean;
    }
  | {
      readonly kind: 'tag';
      readonly name: string;
      readonly sort: BookmarkSort;
      /** Only encrypted bookmarks have it: the service does not have the tag, and no request contains it. */
      readonly isEncrypted?: boolean;
    }
  | { readonly kind: 'search'; readonly filter: SearchFilter };

export interface RowPage {
  readonly rows: Bookmark[];
  readonly total: number;
}

const fromList = (page: Output<'bookmarks.list'>): RowPage => ({
  rows: page.content,
  total: page.pagination.total,
});
const fromRows = (page: { bookmarks: Bookmark[]; pagination: { total: number } }): RowPage => ({
  rows: page.bookmarks,
  total: page.pagination.total,
});

/** Returns the filter of a plain list, for all calls that work on its bookmarks. */
export const listFilter = (source: BookmarkSource & { kind: 'library' | 'tag' }): BulkQuery =>
  source.kind === 'tag' ? { tag: source.name } : viewFilters[source.view];

const noRows = { queryKey: ['encrypted-tag'], queryFn: () => ({ rows: [], total: 0 }) };

/** Returns the query options of one page of rows, for any kind of source. */
export function pageOptions(source: BookmarkSource, page: number): UseQueryOptions<unknown, Error, RowPage> {
  const options = () => {
    switch (source.kind) {
      case 'library':
      case 'tag':
        if (source.kind === 'tag' && source.isEncrypted === true) return noRows;
        return {
          ...bookmarkQueries.page({ ...listFilter(source), ...sortQuery(source.sort) }, page),
          select: fromList,
        };
      case 'collection':
        return { ...collectionQueries.page(source.uuid, sortQuery(source.sort), page), select: fromRows };
      case 'search':
        return { ...searchQueries.page(source.filter, page), select: fromRows };
    }
  };
  // The three calls return different types; `select` converts each to `RowPage`, which is all that callers
  // read.
  return options() as unknown as UseQueryOptions<unknown, Error, RowPage>;
}

/** Whether the rows are grouped by day: only lists in order of saving are. */
export const isGroupedByDay = (source: BookmarkSource): boolean =>
  source.kind !== 'search' && source.sort.startsWith('created_at');

export const sourceKey = (source: BookmarkSource): string =>
  // Whether a collection is smart is known only once it is loaded, and does not make it another list.
  JSON.stringify(source, (key, value: unknown) => (key === 'smart' ? undefined : value));

/** Parts of the library that a screen can show, selected by `?view=` in the URL. */
export const libraryViews = [
  'all',
  'favorites',
  'highlighted',
  'uncollected',
  'encrypted',
  'broken',
  'trash',
] as const;
export type LibraryView = (typeof libraryViews)[number];

export const viewFilters: Readonly<Record<LibraryView, BulkQuery>> = {
  all: {},
  favorites: { favorite: true },
  highlighted: { highlighted: true },
  uncollected: { uncollected: true },
  encrypted: { encrypted: true },
  broken: { broken: true },
  trash: { trash: true },
};

/** Returns the view in a URL; any unknown value is the whole library. */
export const parseView = (value: string | readonly string[] | undefined): LibraryView =>
  libraryViews.find((view) => view === value) ?? 'all';

export const viewHref = (view: LibraryView): Route => (view === 'all' ? '/' : `/?view=${view}`);
