'use client';

import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { TitleOrder } from '@/components/features/bookmarks/list/title-order/title-layout';
import { useWantedPages } from '@/components/features/bookmarks/list/use-wanted-pages';
import type { Output } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { BulkQuery } from '@/lib/contract/schemas/bulk';
import { bookmarkQueries } from '@/lib/queries/bookmarks';
import { pageSize } from '@/lib/queries/endpoint-query';

export type ReadPage = (page: number) => Promise<readonly Bookmark[]>;

/** The pages near the eye of what the service can read of a list, in the order of titles. */
export function useReadablePages(filter: BulkQuery, sortOrder: TitleOrder, total: number) {
  const client = useQueryClient();
  const { wanted, want } = useWantedPages();
  const numbers = useMemo(() => wanted.filter((page) => (page - 1) * pageSize < total), [wanted, total]);
  const optionsOf = useCallback(
    (page: number) =>
      bookmarkQueries.page({ ...filter, encrypted: false, sortField: 'title', sortOrder }, page),
    [filter, sortOrder],
  );
  const { contents, hasGap, retry } = useQueries({ queries: numbers.map(optionsOf), combine: summarize });
  const pages = useMemo(
    () => new Map(contents.flatMap((content, index) => (content ? [[numbers[index] ?? 0, content]] : []))),
    [contents, numbers],
  );
  const latest = useRef(retry);
  useLayoutEffect(() => {
    latest.current = retry;
  });
  const retryAll = useCallback(() => latest.current(), []);
  const read: ReadPage = useCallback(
    async (page) => (await client.query(optionsOf(page))).content,
    [client, optionsOf],
  );
  return { pages, want, read, hasGap, retry: retryAll };
}

const summarize = (results: UseQueryResult<Output<'bookmarks.list'>>[]) => ({
  contents: results.map(({ data }) => data?.content),
  hasGap: results.some(({ isError, data }) => isError && data === undefined),
  retry: () => results.filter(({ isError }) => isError).forEach((result) => void result.refetch()),
});
