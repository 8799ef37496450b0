'use client';

import { useEffect, useMemo } from 'react';
import { mixRows, wholePages } from '@/components/features/bookmarks/list/opened-rows/mix-rows';
import type { PlacedRowsProps } from '@/components/features/bookmarks/list/opened-rows/placed-rows';
import type { RowPages } from '@/components/features/bookmarks/list/use-row-pages';

/** Stands beside a list, and tells it where rows stand that only this device knows to be in it. */
export function MixedOrder({ sort, list, opened, onRows }: PlacedRowsProps) {
  const { total, rows, show, keep, failed, hasGap, retry } = list;
  const mixed = useMemo((): RowPages | null => {
    const added = opened?.rows.filter(({ isAdded }) => isAdded) ?? [];
    if (total === null || added.length === 0) return null;
    const joined = mixRows({ total, rows }, added, sort);
    const { placeOf } = joined;
    return {
      ...joined,
      pages: wholePages(joined),
      isMixed: true,
      show: (first, last) => show(placeOf(first), placeOf(last)),
      keep: (place) => keep(placeOf(place)),
      failed,
      hasGap,
      retry,
    };
  }, [opened, total, rows, sort, show, keep, failed, hasGap, retry]);
  useEffect(() => onRows(mixed), [mixed, onRows]);
  useEffect(() => () => onRows(null), [onRows]);
  return null;
}
