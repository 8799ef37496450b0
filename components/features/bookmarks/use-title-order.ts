'use client';
import {
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  rowWithKey,
  type UnlockedList,
  type UnlockedRow,
} from '@/components/features/bookmarks/unlocked-list';
import type { PlacedRowsProps } from '@/components/features/bookmarks/placed-rows';
import { sourceFilter } from '@/components/features/bookmarks/source-filter';
import {
  byCodePoint,
  firstLocked,
  layOutTitles,
  pieceAt,
  placePiece,
  readablePlace,
  type TitleLayout,
  type TitleOrder,
} from '@/components/features/bookmarks/title-layout';
import type { RowPages } from '@/components/features/bookmarks/use-row-pages';
import { useWantedPages } from '@/components/features/bookmarks/use-wanted-pages';
import { bookmarkQueries } from '@/lib/api/bookmarks';
import { encryptionQueries } from '@/lib/api/encryption';
import { endpointKey, minutes, pageSize } from '@/lib/api/endpoint';
import { transportOf } from '@/lib/api/query-client';
import type { Output } from '@/lib/contract';
import type { Bookmark, Fences } from '@/lib/contract/bookmarks';
import type { BulkQuery } from '@/lib/contract/bulk';
import { titleKey } from '@/lib/domain/search-vector';
import { readRows } from '@/lib/vault/create-vault';

interface LockedRowsOptions {
  readonly decrypted: UnlockedList | null;
  readonly order: TitleOrder;
  /** They are in sight. */
  readonly isWanted: boolean;
}

interface LockedRows {
  readonly locked: readonly Bookmark[];
  /** The same for whoever has to have them, in sight or not. */
  readonly readLocked: () => Promise<readonly Bookmark[]>;
}

/** The encrypted bookmarks of a list that are not open, in the order of the service; none before they are wanted. */
function useLockedRows({ decrypted, order, isWanted }: LockedRowsOptions): LockedRows {
  const client = useQueryClient();
  const { data } = useQuery({ ...everyEncrypted, enabled: isWanted });
  const lockedOf = useCallback(
    (all: readonly Bookmark[]) => {
      const open = new Set(decrypted?.rows.map(({ uuid }) => uuid));
      const rows = all.filter((row) => !open.has(row.uuid) && decrypted?.holdsLocked(row) === true);
      rows.sort((a, b) => byCodePoint(a.uuid, b.uuid));
      return order === 'ASC' ? rows : rows.reverse();
    },
    [decrypted, order],
  );
  const locked = useMemo(() => lockedOf(data?.content ?? []), [data, lockedOf]);
  const readLocked = useCallback(
    async () => lockedOf((await client.query(everyEncrypted)).content),
    [client, lockedOf],
  );
  return { locked, readLocked };
}

const query = { trash: 'with' } as const;

/** All encrypted bookmarks of the space, in long pages: only their owner can tell which of them are locked. */
const everyEncrypted = queryOptions({
  queryKey: endpointKey('bookmarks.encrypted', { query }),
  queryFn: async ({ client }) => {
    const content: Bookmark[] = [];
    for await (const page of readRows(transportOf(client), query)) content.push(...page);
    return { content };
  },
  staleTime: minutes(5),
});

type ReadPage = (page: number) => Promise<readonly Bookmark[]>;

/** The pages near the eye of what the service can read of a list, in the order of titles. */
function useReadablePages(filter: BulkQuery, sortOrder: TitleOrder, total: number) {
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

/** Rows beyond the visible ones that are read ahead. */
const ahead = 25;

interface Options extends Pick<PlacedRowsProps, 'source' | 'list' | 'decrypted'> {
  readonly order: TitleOrder;
}

/**
 * The rows of a list that is sorted by title, with those that only this device can read at their place among the
 * others; null until it is known where titles stand. The service is asked for the readable ones and for every so many
 * of their titles, which says nothing of what is opened here.
 */
export function useTitleOrder({ source, order, list, decrypted: known }: Options): RowPages | null {
  const filter = useMemo(() => sourceFilter(source), [source]);
  const { data: fences } = useQuery(encryptionQueries.fences({ ...filter, sortOrder: order }));
  const decrypted = known?.rows;
  const layout = useLayout(fences, decrypted, { all: list.total ?? 0, order });
  const pages = useReadablePages(filter, order, layout?.readable ?? 0);
  const [isTailWanted, wantTail] = useState(false);
  const { locked, readLocked } = useLockedRows({ decrypted: known, order, isWanted: isTailWanted });
  const { want, read } = pages;
  const { pages: shown, keep } = list;
  const show = useCallback(
    (first: number, last: number) => {
      if (layout === null) return;
      want(readablePlace(layout, first), readablePlace(layout, last), layout.readable);
      if (layout.locked > 0 && last + ahead >= firstLocked(layout)) wantTail(true);
    },
    [layout, want],
  );
  return useMemo(() => {
    if (layout === null || decrypted === undefined) return null;
    const parts = { layout, order, pages: pages.pages, decrypted, locked };
    return {
      total: layout.total,
      pages: shown,
      rows: rowsOf(parts),
      isMixed: decrypted.some(({ isAdded }) => isAdded),
      show,
      keep,
      failed: false,
      hasGap: pages.hasGap,
      retry: pages.retry,
      namesIn: async (first: number, last: number) =>
        namesIn(
          last < firstLocked(layout) ? parts : { ...parts, locked: await readLocked() },
          read,
          first,
          last,
        ),
    };
  }, [
    layout,
    order,
    pages.pages,
    pages.hasGap,
    pages.retry,
    decrypted,
    locked,
    readLocked,
    shown,
    keep,
    show,
    read,
  ]);
}

function useLayout(
  fences: Fences | undefined,
  decrypted: readonly UnlockedRow[] | undefined,
  { all, order }: { readonly all: number; readonly order: TitleOrder },
): TitleLayout | null {
  return useMemo(() => {
    if (fences === undefined || decrypted === undefined || fences.every !== pageSize) return null;
    const { every, total: readable, titles } = fences;
    const keys = titles.map((title) => titleKey({ title, domain: '', path: '' }));
    // The service has only what it counts: of the opened ones, not those that this device adds.
    const shared = decrypted.filter(({ isAdded }) => !isAdded).length;
    const locked = Math.max(0, all - readable - shared);
    return layOutTitles({ fences: keys, every, readable, decrypted, locked, order });
  }, [fences, decrypted, all, order]);
}

interface Parts {
  readonly layout: TitleLayout;
  readonly order: TitleOrder;
  readonly pages: ReadonlyMap<number, readonly Bookmark[]>;
  readonly decrypted: readonly { readonly uuid: string; readonly bookmark: Bookmark }[];
  readonly locked: readonly Bookmark[];
}

function rowsOf({ layout, order, pages, decrypted, locked }: Parts): Map<number, Bookmark> {
  const known = new Map(decrypted.map(({ uuid, bookmark }) => [uuid, bookmark]));
  const rows = new Map<number, Bookmark>();
  const pieces = layout.readable === 0 ? [0] : [...pages.keys()].map((page) => page - 1);
  for (const piece of pieces) {
    const content = pages.get(piece + 1);
    for (const row of content ?? []) if (!known.has(row.uuid)) known.set(row.uuid, row);
    for (const [place, { uuid }] of placePiece(layout, piece, content?.map(rowWithKey), order)) {
      const row = known.get(uuid);
      if (row) rows.set(place, row);
    }
  }
  const first = firstLocked(layout);
  locked.slice(0, layout.locked).forEach((row, index) => rows.set(first + index, row));
  return rows;
}

/** The bookmarks between two places, those that are not loaded too. */
async function namesIn(parts: Parts, read: ReadPage, first: number, last: number): Promise<string[]> {
  const { layout } = parts;
  const pages = new Map(parts.pages);
  if (layout.readable > 0) {
    for (let piece = pieceAt(layout, first); piece <= pieceAt(layout, last); piece += 1) {
      pages.set(piece + 1, await read(piece + 1));
    }
  }
  return [...rowsOf({ ...parts, pages })].flatMap(([place, { uuid }]) =>
    place >= first && place <= last ? [uuid] : [],
  );
}
