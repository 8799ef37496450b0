'use client';

import { hashKey, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LocalFound } from '@/components/features/search/load-local';
import { useLocalFound } from '@/components/features/search/use-local-found';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { SearchResult } from '@/lib/contract/search';
import { type Ranked, scoresOf } from '@/lib/api/closeness';
import { searchQueries, type SearchFilter } from '@/lib/api/search';

/** The part of a list that merging rows of this device needs. */
interface Rows {
  readonly total: number | null;
  readonly rows: ReadonlyMap<number, Bookmark>;
  readonly show: (first: number, last: number) => void;
  readonly keep: (place: number) => void;
}

/** What the search knows about its list. */
interface Merged {
  /** Maps an index of a merged list to the index among the rows of the service. */
  readonly placeOf?: ((place: number) => number) | undefined;
  readonly closestFrom?: number | undefined;
}

export interface LocalRows {
  readonly found: LocalFound | null;
  /**
   * Returns the list with the hits of this device merged, and with the place where the closest matches begin; the
   * same object for the same list.
   */
  readonly merge: <List extends Rows>(list: List) => List & Merged;
}

/**
 * Returns the hits on this device for a search, and a function that merges them into a list of the service's
 * rows.
 */
export function useLocalRows(filter: SearchFilter): LocalRows {
  const client = useQueryClient();
  const { data } = useQuery(searchQueries.page(filter, 1));
  const found = useLocalFound(data, filter);
  const key = hashKey([filter]);
  const merge = useMemo(() => createMerge(client, key, found), [client, key, found]);
  return { found, merge };
}

function createMerge(client: QueryClient, filterKey: string, found: LocalFound | null) {
  let last: { from: Rows; merged: Merged } | null = null;
  const merged = ({ total, rows, show, keep }: Rows): Merged => {
    const pages = loadedPages(client, filterKey);
    const scores = new Map(pages.flatMap((page) => [...scoresOf(page)]));
    if (found === null) return { closestFrom: closestPlace(rows, scores) };
    const joined = found.mergeRows({ total: total ?? 0, rows }, found, ({ uuid }) => scores.get(uuid) ?? 1);
    const { placeOf } = joined;
    return {
      ...joined,
      closestFrom: closestPlace(
        joined.rows,
        new Map([...found.hits.map(({ rank }) => [rank.id, rank.score] as const), ...scores]),
      ),
      ...{
        show: (first: number, end: number) => show(placeOf(first), placeOf(end)),
        keep: (place: number) => keep(placeOf(place)),
      },
    };
  };
  return <List extends Rows>(list: List): List & Merged => {
    if (list.total === null) return list;
    // The same rows are merged once, and functions are stable as long as nothing changes.
    const { from } = last ?? {};
    if (last === null || from?.rows !== list.rows || from.total !== list.total || from.show !== list.show) {
      last = { from: list, merged: merged(list) };
    }
    return { ...list, ...last.merged };
  };
}

/** Returns the place of the first row that matches only in part, if the row before it is loaded too. */
export function closestPlace(
  rows: ReadonlyMap<number, Bookmark>,
  scores: ReadonlyMap<string, number>,
): number | undefined {
  const isClosest = (row: Bookmark | undefined) => row !== undefined && (scores.get(row.uuid) ?? 1) < 1;
  return [...rows.keys()].find(
    (place) => isClosest(rows.get(place)) && rows.has(place - 1) && !isClosest(rows.get(place - 1)),
  );
}

/** Returns the loaded responses to a search; `filterKey` is the hash of its filter. */
export const loadedPages = (client: QueryClient, filterKey: string): (SearchResult & Ranked)[] =>
  client
    .getQueriesData<SearchResult>({ queryKey: searchQueries.page({}, 1).queryKey.slice(0, 2) })
    .flatMap(([[, , input], page]) => (page && filterKeyOf(input) === filterKey ? [page] : []));

function filterKeyOf(input: unknown): string {
  const { query = {} } = (input ?? {}) as { query?: SearchFilter & { page?: number; size?: number } };
  const { page: _page, size: _size, ...filter } = query;
  return hashKey([filter]);
}
