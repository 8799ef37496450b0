'use client';

import { useQueries, useQueryClient, type Query, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import {
  pageOptions,
  type BookmarkSource,
  type RowPage,
} from '@/components/features/bookmarks/bookmark-source';
import type { GroupsByPage } from '@/components/features/bookmarks/list-items';
import { useWantedPages } from '@/components/features/bookmarks/use-wanted-pages';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';
import { pageSize } from '@/lib/api/endpoint';

/** Totals of pages that disagree mean that rows came or went elsewhere; not asked about more often than this. */
const agreeMs = 1500;

export interface RowPages {
  /** How many rows the list has; null until that is known. */
  readonly total: number | null;
  readonly pages: ReadonlyMap<number, readonly Bookmark[]>;
  /** The rows that are loaded, by their place in the whole list. */
  readonly rows: ReadonlyMap<number, Bookmark>;
  /** Says which places are in sight, so that their pages are read. */
  readonly show: (first: number, last: number) => void;
  /** Returns the index of a row that must stay rendered, though it is out of view. */
  readonly keep: (place: number) => void;
  /** The first page could not be read. */
  readonly failed: boolean;
  /** A later page could not be read: its rows are missing. */
  readonly hasGap: boolean;
  readonly retry: () => void;
  /** The groups of its rows, where these are not the days of its pages. */
  readonly groups?: GroupsByPage;
  /** The bookmarks between two places, where the service has others there. */
  readonly namesIn?: (first: number, last: number) => Promise<string[]>;
  /** Rows stand in it that the service would not find by what the list is narrowed to. */
  readonly isMixed?: boolean;
  /** Where the list has taken in rows of this device: the place among the rows of the service. */
  readonly placeOf?: ((place: number) => number) | undefined;
}

/** The pages of a long list that are near the eye. Give the component a key that changes with the source. */
export function useRowPages(source: BookmarkSource): RowPages {
  const { wanted, want, keep } = useWantedPages();
  const results = useQueries({
    queries: wanted.map((page) => ({
      ...pageOptions(source, page),
      refetchInterval: ({ state }: Query) => titlePollMs(state.data, Date.now()),
    })),
    combine: summarize,
  });
  useAgreement(source, wanted, results);

  const total = results.pages[0]?.total ?? null;
  const show = useCallback((first: number, last: number) => want(first, last, total ?? 0), [want, total]);
  const pages = useMemo(
    () => new Map(results.pages.flatMap((data, index) => (data ? [[wanted[index] ?? 0, data.rows]] : []))),
    [results.pages, wanted],
  );
  const rows = useMemo(() => rowsByPlace(pages), [pages]);
  const { failed, hasGap, retry } = results;
  return { total, pages, rows, show, keep, failed, hasGap, retry };
}

/** Pages that were read at different times can overlap for a moment; a row stands where it comes first. */
function rowsByPlace(pages: ReadonlyMap<number, readonly Bookmark[]>): Map<number, Bookmark> {
  const seen = new Set<string>();
  const rows = new Map<number, Bookmark>();
  for (const [page, content] of pages) {
    for (const [index, row] of content.entries()) {
      if (!seen.has(row.uuid)) rows.set((page - 1) * pageSize + index, row);
      seen.add(row.uuid);
    }
  }
  return rows;
}

const summarize = (results: UseQueryResult<RowPage>[]) => ({
  pages: results.map((result) => result.data),
  readAt: results.map((result) => result.dataUpdatedAt),
  failed: results[0]?.isError === true && results[0].data === undefined,
  hasGap: results.slice(1).some((result) => result.isError && result.data === undefined),
  retry: () => results.filter((result) => result.isError).forEach((result) => void result.refetch()),
});

/** Pages that were read at different times must tell of the same list; the older ones are read again where not. */
function useAgreement(
  source: BookmarkSource,
  wanted: readonly number[],
  { pages, readAt }: { pages: readonly (RowPage | undefined)[]; readAt: readonly number[] },
): void {
  const client = useQueryClient();
  const totals = pages.flatMap((page) => (page ? [page.total] : []));
  const disagree = new Set(totals).size > 1;
  const latest = Math.max(...readAt);
  useEffect(() => {
    if (!disagree) return;
    const timer = setTimeout(() => {
      for (const page of wanted) {
        const { queryKey } = pageOptions(source, page);
        const state = client.getQueryState(queryKey);
        if (state && state.dataUpdatedAt < latest) void client.invalidateQueries({ queryKey, exact: true });
      }
    }, agreeMs);
    return () => clearTimeout(timer);
  }, [client, disagree, latest, source, wanted]);
}

const titlePollEveryMs = 2_000;
/** How long after it was saved a bookmark without a title is expected to get one. */
const titleAwaitedMs = 2 * 60_000;

/**
 * How often a page of rows is read again: while it shows a bookmark that was just saved without a title, which the
 * service fetches in the background; false otherwise. `data` is a page of a list, a collection or a search.
 */
export function titlePollMs(data: unknown, now: number): number | false {
  const { content, bookmarks } = (data ?? {}) as { content?: Bookmark[]; bookmarks?: Bookmark[] };
  const isAwaited = ({ title, url, createdAt }: Bookmark) =>
    // The clocks of the device and of the service may differ.
    title === '' && isLiveUrl(url) && Math.abs(now - Date.parse(createdAt)) < titleAwaitedMs;
  return (content ?? bookmarks ?? []).some(isAwaited) ? titlePollEveryMs : false;
}
