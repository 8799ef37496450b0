'use client';

import { useEffect } from 'react';
import type { PlacedRowsProps } from '@/components/features/bookmarks/list/opened-rows/placed-rows';
import { useTitleOrder } from '@/components/features/bookmarks/list/title-order/use-title-order';

/** Stands beside a list that is sorted by title, and tells it where opened bookmarks stand. */
export function TitleOrder({ source, sort, list, opened, onRows }: PlacedRowsProps) {
  const rows = useTitleOrder({ source, order: sort === 'title-DESC' ? 'DESC' : 'ASC', list, opened });
  useEffect(() => onRows(rows), [rows, onRows]);
  useEffect(() => () => onRows(null), [onRows]);
  return null;
}
