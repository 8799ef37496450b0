'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { rowWithKey, type OpenedRow } from '@/components/features/bookmarks/list/opened-rows/opened-list';
import type { PlacedRowsProps } from '@/components/features/bookmarks/list/opened-rows/placed-rows';
import {
  firstLocked,
  layOutTitles,
  pieceAt,
  placePiece,
  readablePlace,
  type TitleLayout,
  type TitleOrder,
} from '@/components/features/bookmarks/list/title-order/title-layout';
import { sourceFilter } from '@/components/features/bookmarks/source-filter';
import { useLockedRows } from '@/components/features/bookmarks/list/title-order/use-locked-rows';
import {
  useReadablePages,
  type ReadPage,
} from '@/components/features/bookmarks/list/title-order/use-readable-pages';
import type { RowPages } from '@/components/features/bookmarks/list/use-row-pages';
import type { Bookmark, Fences } from '@/lib/contract/schemas/bookmark';
import { titleKey } from '@/lib/domain/search-vector';
import { encryptionQueries } from '@/lib/queries/encryption';
import { pageSize } from '@/lib/queries/endpoint-query';

/** Rows beyond the visible ones that are read ahead. */
const ahead = 25;

interface Options extends Pick<PlacedRowsProps, 'source' | 'list' | 'opened'> {
  readonly order: TitleOrder;
}

/**
 * The rows of a list that is sorted by title, with those that only this device can read at their place among the
 * others; null until it is known where titles stand. The service is asked for the readable ones and for every so many
 * of their titles, which says nothing of what is opened here.
 */
export function useTitleOrder({ source, order, list, opened: known }: Options): RowPages | null {
  const filter = useMemo(() => sourceFilter(source), [source]);
  const { data: fences } = useQuery(encryptionQueries.fences({ ...filter, sortOrder: order }));
  const opened = known?.rows;
  const layout = useLayout(fences, opened, { all: list.total ?? 0, order });
  const pages = useReadablePages(filter, order, layout?.readable ?? 0);
  const [isTailWanted, wantTail] = useState(false);
  const { locked, readLocked } = useLockedRows({ opened: known, order, isWanted: isTailWanted });
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
    if (layout === null || opened === undefined) return null;
    const parts = { layout, order, pages: pages.pages, opened, locked };
    return {
      total: layout.total,
      pages: shown,
      rows: rowsOf(parts),
      isMixed: opened.some(({ isAdded }) => isAdded),
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
    opened,
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
  opened: readonly OpenedRow[] | undefined,
  { all, order }: { readonly all: number; readonly order: TitleOrder },
): TitleLayout | null {
  return useMemo(() => {
    if (fences === undefined || opened === undefined || fences.every !== pageSize) return null;
    const { every, total: readable, titles } = fences;
    const keys = titles.map((title) => titleKey({ title, domain: '', path: '' }));
    // The service has only what it counts: of the opened ones, not those that this device adds.
    const shared = opened.filter(({ isAdded }) => !isAdded).length;
    const locked = Math.max(0, all - readable - shared);
    return layOutTitles({ fences: keys, every, readable, opened, locked, order });
  }, [fences, opened, all, order]);
}

interface Parts {
  readonly layout: TitleLayout;
  readonly order: TitleOrder;
  readonly pages: ReadonlyMap<number, readonly Bookmark[]>;
  readonly opened: readonly { readonly uuid: string; readonly bookmark: Bookmark }[];
  readonly locked: readonly Bookmark[];
}

function rowsOf({ layout, order, pages, opened, locked }: Parts): Map<number, Bookmark> {
  const known = new Map(opened.map(({ uuid, bookmark }) => [uuid, bookmark]));
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
