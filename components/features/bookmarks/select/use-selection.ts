'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useReducer } from 'react';
import type { BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import type { RowPages } from '@/components/features/bookmarks/list/use-row-pages';
import {
  changeSelection,
  isSelected,
  nothing,
  selectedCount,
  type RowPlace,
} from '@/components/features/bookmarks/select/selection';

export type ListSelection = ReturnType<typeof useSelection>;

/** What is selected in a list, and the ways to change it. What can be done with it is loaded on demand. */
export function useSelection(source: BookmarkSource, { total, rows }: Pick<RowPages, 'total' | 'rows'>) {
  const t = useTranslations('Bookmarks');
  const client = useQueryClient();
  const [selection, change] = useReducer(changeSelection, nothing);
  const count = selectedCount(selection, total ?? 0);

  /** The bookmarks between two places, both included; null where they could not be read. */
  const span = async (first: number, last: number): Promise<string[] | null> => {
    const uuids: string[] = [];
    for (let place = first; place <= last; place += 1) {
      const row = rows.get(place);
      if (row) uuids.push(row.uuid);
    }
    if (uuids.length > last - first) return uuids;
    const { spanOrWords } = await import('@/components/features/bookmarks/select/read-span');
    return spanOrWords(client, { source, first, last }, t);
  };
  const toggle = (row: RowPlace) => change({ type: 'toggle', row });
  const reach = async (from: RowPlace, to: RowPlace) => {
    const uuids = await span(Math.min(from.place, to.place), Math.max(from.place, to.place));
    if (uuids) change({ type: 'range', uuids });
  };

  return {
    selection,
    change,
    count,
    total: total ?? 0,
    isSelecting: count > 0,
    toggle,
    /** From the row that was chosen last to this one. */
    extendTo: (row: RowPlace) => {
      if (selection.anchor === null || count === 0) toggle(row);
      else void reach(selection.anchor, row);
    },
    /** One row on from a row: a selection begins there, or goes on from where it began. */
    extendFrom: (row: RowPlace, to: RowPlace) => {
      const begun = isSelected(selection, row.uuid) ? selection.anchor : null;
      if (begun === null) toggle(row);
      void reach(begun ?? row, to);
    },
    /** The whole list. Only what the service can find again is kept as a query; what a search found is named. */
    selectAll: async () => {
      const uuids = source.kind === 'search' ? await span(0, (total ?? 0) - 1) : undefined;
      if (uuids !== null) change(uuids ? { type: 'only', uuids } : { type: 'all' });
    },
  };
}
