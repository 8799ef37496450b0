'use client';

import { hashKey, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LocalFound } from '@/components/features/search/load-local';
import { useLocalFound } from '@/components/features/search/use-local-found';
import { rankedTiers } from '@/components/features/search/search-option';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { SearchResult } from '@/lib/contract/search';
import { searchQueries, type SearchFilter } from '@/lib/api/search';

/** The part of a list that merging rows of this device needs. */
interface Rows {
  readonly total: number | null;
  readonly rows: ReadonlyMap<number, Bookmark>;
  readonly show: (first: number, last: number) => void;
  readonly keep: (place: number) => void;
}

/** Maps an index of a merged list to the index among the rows of the service. */
interface Merged {
  readonly placeOf?: ((place: number) => number) | undefined;
}

export interface LocalRows {
  readonly found: LocalFound | null;
  /** Returns the list with the hits of this device merged; the same object for the same list. */
  readonly merge: (<List extends Rows>(list: List) => List & Merged) | undefined;
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
  const merge = useMemo(() => found && createMerge(client, key, found), [client, key, found]);
  return { found, merge: merge ?? undefined };
}

function createMerge(client: QueryClient, filterKey: string, found: LocalFound) {
  let last: { from: Rows; merged: Required<Merged> & Rows } | null = null;
  // The same rows are merged once, and functions are stable as long as nothing changes.
  const mergeOnce = ({ total, rows, show, keep }: Rows): Required<Merged> & Rows => {
    if (last?.from.rows === rows && last.from.total === total && last.from.show === show) return last.merged;
    const tiers = tiersOf(client, filterKey);
    const merged = found.mergeRows({ total: total ?? 0, rows }, found, ({ uuid }) => tiers.get(uuid) ?? 1);
    const { placeOf } = merged;
    last = {
      from: { total, rows, show, keep },
      merged: {
        ...merged,
        show: (first, end) => show(placeOf(first), placeOf(end)),
        keep: (place) => keep(placeOf(place)),
      },
    };
    return last.merged;
  };
  return <List extends Rows>(list: List): List & Merged =>
    list.total === null ? list : { ...list, ...mergeOnce(list) };
}

/** Returns the relevance tier of each loaded row. */
function tiersOf(client: QueryClient, filterKey: string): Map<string, number> {
  const tiers = new Map<string, number>();
  for (const page of loadedPages(client, filterKey)) {
    for (const [uuid, tier] of rankedTiers(page)) tiers.set(uuid, tier);
  }
  return tiers;
}

/** Returns the loaded responses to a search; `filterKey` is the hash of its filter. */
export const loadedPages = (client: QueryClient, filterKey: string): SearchResult[] =>
  client
    .getQueriesData<SearchResult>({ queryKey: searchQueries.page({}, 1).queryKey.slice(0, 2) })
    .flatMap(([[, , input], page]) => (page && filterKeyOf(input) === filterKey ? [page] : []));

function filterKeyOf(input: unknown): string {
  const { query = {} } = (input ?? {}) as { query?: SearchFilter & { page?: number; size?: number } };
  const { page: _page, size: _size, ...filter } = query;
  return hashKey([filter]);
}
