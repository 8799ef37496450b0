'use client';
import { useEffect, useMemo } from 'react';
import type { BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import { mixRows, wholePages } from '@/components/features/bookmarks/mix-rows';
import type { UnlockedList } from '@/components/features/bookmarks/unlocked-list';
import type { UnlockedRowsProps } from '@/components/features/bookmarks/unlocked-rows';
import { nothing } from '@/components/features/bookmarks/selection';
import type { RowPages } from '@/components/features/bookmarks/use-row-pages';
import { useTitleOrder } from '@/components/features/bookmarks/use-title-order';
import type { BookmarkSort } from '@/lib/contract/account';

/** Stands beside a list, and tells it where rows stand that only this device knows to be in it. */
function MixedOrder({ sort, list, decrypted, onRows }: PlacedRowsProps) {
  const { total, rows, show, keep, failed, hasGap, retry } = list;
  const mixed = useMemo((): RowPages | null => {
    const added = decrypted?.rows.filter(({ isAdded }) => isAdded) ?? [];
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
  }, [decrypted, total, rows, sort, show, keep, failed, hasGap, retry]);
  useEffect(() => onRows(mixed), [mixed, onRows]);
  useEffect(() => () => onRows(null), [onRows]);
  return null;
}

/** Stands beside a list that is sorted by title, and tells it where opened bookmarks stand. */
function TitleOrder({ source, sort, list, decrypted, onRows }: PlacedRowsProps) {
  const rows = useTitleOrder({ source, order: sort === 'title-DESC' ? 'DESC' : 'ASC', list, decrypted });
  useEffect(() => onRows(rows), [rows, onRows]);
  useEffect(() => () => onRows(null), [onRows]);
  return null;
}

export interface PlacedRowsProps extends UnlockedRowsProps {
  readonly source: Exclude<BookmarkSource, { kind: 'search' }>;
  readonly sort: BookmarkSort;
  /** Null until it is known what is open of the list. */
  readonly decrypted: UnlockedList | null;
}

/** Opened bookmarks at their places in a list. */
export function PlacedRows(props: Omit<PlacedRowsProps, 'sort'>) {
  const { source, decrypted, onAdded, setSelection } = props;
  const { sort } = source;
  const added = decrypted?.rows.filter(({ isAdded }) => isAdded).length ?? 0;
  useEffect(() => onAdded?.(added), [added, onAdded]);
  useEffect(() => () => onAdded?.(0), [onAdded]);
  useEffect(() => {
    // "All of it" was all that the service has in the list, and would now seem to be more.
    if (added > 0) setSelection((now) => (now.kind === 'all' ? nothing : now));
  }, [added, setSelection]);
  // A tag that stands in envelopes alone is nothing that the service may be asked for.
  const isEncrypted = source.kind === 'tag' && source.isEncrypted === true;
  return sort.startsWith('title') && !isEncrypted ? (
    <TitleOrder {...props} sort={sort} />
  ) : (
    <MixedOrder {...props} sort={sort} />
  );
}
