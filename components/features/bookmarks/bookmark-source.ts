import type { DayGroup } from '@/components/common/row-dates';
import { eachMarkView } from '@/components/entities/bookmark-marks';
import type { QueryClient, UseQueryOptions } from '@tanstack/react-query';
import type { Route } from 'next';
import { bookmarkQueries } from '@/lib/api/bookmarks';
import { pageSize } from '@/lib/api/endpoint';
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
  /** The bookmarks of a list that are not encrypted. */
  | { readonly kind: 'readable'; readonly filter: BulkQuery; readonly sort: BookmarkSort }
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

/** Returns the filter for all bookmarks of a list. Throws for a search, which no filter describes. */
export function sourceFilter(source: BookmarkSource): BulkQuery {
  switch (source.kind) {
    case 'library':
    case 'tag':
      return listFilter(source);
    case 'collection':
      return { collection: source.uuid };
    case 'readable':
      return { ...source.filter, encrypted: false };
    case 'search':
      // Without a filter, everything would be changed.
      throw new Error('Search results have no filter.');
  }
}

/** A list of which the service has no row. */
const noRows = { queryKey: ['no-rows'], queryFn: () => ({ rows: [], total: 0 }) };

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
      case 'readable':
        if (source.filter.encrypted === true) return noRows;
        return {
          ...bookmarkQueries.page({ ...sourceFilter(source), ...sortQuery(source.sort) }, page),
          select: fromList,
        };
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
  'later',
  'highlighted',
  'uncollected',
  'encrypted',
  'broken',
  'trash',
] as const;
export type LibraryView = (typeof libraryViews)[number];

export const viewFilters: Readonly<Record<LibraryView, BulkQuery>> = {
  all: {},
  ...eachMarkView((name) => ({ [name]: true })),
  uncollected: { uncollected: true },
  encrypted: { encrypted: true },
  broken: { broken: true },
  trash: { trash: true },
};

/** Returns the view in a URL; any unknown value is the whole library. */
export const parseView = (value: string | readonly string[] | undefined): LibraryView =>
  libraryViews.find((view) => view === value) ?? 'all';

export const viewHref = (view: LibraryView): Route => (view === 'all' ? '/' : `/?view=${view}`);

/** A heading between rows, or the index of a row in the whole list, counted from 0. */
export type ListItem = number | Heading;

export interface Heading {
  /** A day or a month, the unlocked bookmarks, all others, or the closest matches of a search. */
  readonly group: DayGroup | 'unlocked' | 'others' | 'closest';
  /** A group can have two headings while the rows between them are not loaded. */
  readonly key: string;
}

/** The days or months of the rows of loaded pages, by page number, counted from 1. */
export type GroupsByPage = ReadonlyMap<number, readonly DayGroup[]>;

export interface RowPages {
  /** Number of rows in the list; null until it is known. */
  readonly total: number | null;
  readonly pages: ReadonlyMap<number, readonly Bookmark[]>;
  /** The loaded rows, by their index in the whole list. */
  readonly rows: ReadonlyMap<number, Bookmark>;
  /** Reports the visible range, so that its pages are fetched. */
  readonly show: (first: number, last: number) => void;
  /** Sets the index of a row that must stay rendered, though it is out of view. */
  readonly keep: (place: number) => void;
  /** The first page could not be fetched. */
  readonly failed: boolean;
  /** A later page could not be fetched: its rows are missing. */
  readonly hasGap: boolean;
  readonly retry: () => void;
  /** Number of unlocked rows at its top that are a section of their own. */
  readonly head?: number;
  /** Index of the first row that matches a search only in part. */
  readonly closestFrom?: number | undefined;
  /** Returns the bookmarks between two indexes, if the service has others there. */
  readonly namesIn?: (first: number, last: number) => Promise<string[]>;
  /** Whether it contains rows that the service would not find by the filter of the list. */
  readonly isMixed?: boolean;
  /** If the list contains rows of this device: maps an index to the index among the rows of the service. */
  readonly placeOf?: ((place: number) => number) | undefined;
}

/** Index range of a list, inclusive. */
interface Span {
  readonly source: BookmarkSource;
  readonly first: number;
  readonly last: number;
  /** Reads the range, if the list is not in the order of its source. */
  readonly namesIn?: RowPages['namesIn'];
}

/** Returns the bookmarks of a range, including those that were never visible. */
export async function readSpan(client: QueryClient, span: Span): Promise<string[]> {
  const { first, last, namesIn } = span;
  if (namesIn) return namesIn(first, last);
  const rows = await readRows(client, span);
  return [...new Set(Array.from(rows.values(), ({ uuid }) => uuid))];
}

/** Returns the rows of a range by their index; none if it ends before the list begins. */
export async function readRows(
  client: QueryClient,
  { source, first, last }: Pick<Span, 'source' | 'first' | 'last'>,
): Promise<Map<number, Bookmark>> {
  const read = new Map<number, Bookmark>();
  // Sequential: each page continues from the cursor of the previous one, which costs the same at any depth.
  for (let page = pageOf(first); page <= pageOf(last); page += 1) {
    const { rows } = await client.query(pageOptions(source, page));
    for (const [index, row] of rows.entries()) {
      const place = (page - 1) * pageSize + index;
      if (place >= first && place <= last) read.set(place, row);
    }
  }
  return read;
}

const pageOf = (place: number): number => Math.floor(place / pageSize) + 1;
