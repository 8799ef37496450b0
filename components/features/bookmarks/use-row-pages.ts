'use client';

import { type Query, useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type BookmarkSource,
  pageOptions,
  type RowPage,
  type RowPages,
} from '@/components/features/bookmarks/bookmark-source';
import { pageSize } from '@/lib/api/endpoint';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';

/**
 * Pages with different totals mean that rows were added or removed elsewhere; minimum interval between
 * refetches.
 */
const agreeMs = 1500;

/** Fetches the pages of a long list near the viewport. Give the component a key that changes with the source. */
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

/** Pages that were fetched at different times can overlap for a moment; a row is shown at its first position. */
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

/** Pages that were fetched at different times must have the same total; otherwise the older ones are refetched. */
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
/** Time after saving during which a bookmark without a title is expected to get one: as long as the service tries. */
const titleAwaitedMs = 2.5 * 3_600_000;

/**
 * Returns the interval at which a page of rows is refetched: while it shows a bookmark that was just saved
 * without a title, which the service fetches in the background; false otherwise. It grows with the time since then,
 * as the service tries less often, in steps: an interval that differs at each render never ends. `data` is a page of
 * a list, a collection or a search.
 */
export function titlePollMs(data: unknown, now: number): number | false {
  const { content, bookmarks } = (data ?? {}) as { content?: Bookmark[]; bookmarks?: Bookmark[] };
  const ages = (content ?? bookmarks ?? [])
    .filter(({ title, url }) => title === '' && isLiveUrl(url))
    // The clocks of the device and of the service may differ.
    .map(({ createdAt }) => Math.abs(now - Date.parse(createdAt)));
  const age = Math.min(...ages);
  return age < titleAwaitedMs && titlePollEveryMs * 2 ** Math.max(0, Math.floor(Math.log2(age / 60_000)));
}

/** Number of rows beyond the visible ones whose pages are prefetched. */
const ahead = 25;
/** Dragging a scrollbar passes hundreds of pages; only those where it pauses are fetched. */
const restMs = 90;

type Want = (first: number, last: number, total: number) => void;
/** Sets the index of the dragged or focused row: it stays rendered, however far it is scrolled away. */
type Keep = (place: number) => void;

/**
 * Returns the numbers of the pages to fetch, and a function that reports the visible range of a list of `total`
 * rows.
 */
function useWantedPages(): { wanted: readonly number[]; want: Want; keep: Keep } {
  const [wanted, setWanted] = useState<readonly number[]>([1]);
  const latest = useRef(wanted);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pinned = useRef<number | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);

  const want = useCallback<Want>((first, last, total) => {
    const pages = pagesAround(first, last, total);
    clearTimeout(timer.current);
    if (sameList(latest.current, pages)) return;
    const apply = () => {
      latest.current = pages;
      setWanted(withPage(pages, pinned.current, total));
    };
    if (isStep(latest.current, pages)) apply();
    else timer.current = setTimeout(apply, restMs);
  }, []);
  const keep = useCallback<Keep>((place) => {
    pinned.current = pageOf(place);
  }, []);
  return { wanted, want, keep };
}

const pageOf = (place: number): number => Math.floor(place / pageSize) + 1;

/** Returns the first page, since it contains the total, and the pages around the visible range. */
export function pagesAround(first: number, last: number, total: number): number[] {
  const from = pageOf(Math.max(0, first - ahead));
  const to = Math.max(from, pageOf(Math.min(last + ahead, total - 1)));
  const around = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return from === 1 ? around : [1, ...around];
}

/** Returns sorted pages with one more, if the list has it. */
export const withPage = (pages: readonly number[], page: number | null, total: number): readonly number[] =>
  page === null || pages.includes(page) || (page - 1) * pageSize >= total
    ? pages
    : [...pages, page].sort((a, b) => a - b);

/** Whether the user scrolls rather than jumps: a visible page stays visible, or it is the start of the list. */
const isStep = (now: readonly number[], next: readonly number[]): boolean =>
  next.every((page) => page <= 2) || next.some((page) => page > 1 && now.includes(page));

const sameList = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);
