'use client';

import { useCallback, useState, type FocusEvent, type ReactNode } from 'react';
import { HeldKeys } from '@/components/common/held-keys';
import { onDemand } from '@/components/common/on-demand';
import { useHydrated } from '@/components/ui/use-hydrated';
import type { ListProps, Sorting } from '@/components/features/bookmarks/manual-order';
import type { BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import type { RowPages } from '@/components/features/bookmarks/use-row-pages';

const ManualOrder = onDemand(
  () => import('@/components/features/bookmarks/manual-order').then((module) => module.ManualOrder),
  <HeldKeys />,
);

/** Whether a list shows the complete manual order, which is required to change it. */
const hasManualOrder = (source: BookmarkSource): boolean =>
  ((source.kind === 'collection' && !source.smart) || (source.kind === 'library' && source.view === 'all')) &&
  source.sort === 'order-ASC';

/** Makes the rows of a list in manual order sortable; its code is loaded only for such lists. */
export function useManualOrder(
  source: BookmarkSource,
  list: RowPages,
  props: ListProps,
): { sortable: boolean; props: ListProps; marks: ReactNode } {
  const hydrated = useHydrated();
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const { keep } = list;
  const onFocusCapture = useCallback(
    ({ target }: FocusEvent) => {
      const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
      if (index !== undefined) keep(Number(index));
    },
    [keep],
  );
  if (!hasManualOrder(source)) return { sortable: false, props, marks: null };
  const own = { ...props, onFocusCapture };
  return {
    sortable: true,
    props: sorting ? sorting(own) : own,
    marks: hydrated ? <ManualOrder list={list} onReady={setSorting} /> : null,
  };
}
