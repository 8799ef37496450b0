'use client';
import { useEffect, useLayoutEffect, useMemo } from 'react';
import { mixRows, wholePages } from '@/components/features/bookmarks/mix-rows';
import type { PlacedRowsProps } from '@/components/features/bookmarks/unlocked-list';
import { nothing } from '@/components/features/bookmarks/selection';
import type { RowPages } from '@/components/features/bookmarks/use-row-pages';
import { useUnlockedGroup } from '@/components/features/bookmarks/use-unlocked-group';

/** Passes the changed list on before the page is painted, and takes it back when it unmounts. */
function useRows(rows: RowPages | null, onRows: PlacedRowsProps['onRows']): void {
  useLayoutEffect(() => onRows(rows), [rows, onRows]);
  useLayoutEffect(() => () => onRows(null), [onRows]);
}

/** Puts unlocked bookmarks that the service does not return at their places among the rows that are loaded. */
function MixedOrder({ source, list, decrypted, onRows }: PlacedRowsProps) {
  const { sort } = source;
  const { total, rows, show, keep, failed, hasGap, retry } = list;
  const mixed = useMemo((): RowPages | null => {
    const added = decrypted?.rows.flatMap(({ bookmark, isAdded }) => (isAdded ? [bookmark] : [])) ?? [];
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
  useRows(mixed, onRows);
  return null;
}

/** Puts unlocked bookmarks above a list that is sorted by title. */
function UnlockedGroup(props: PlacedRowsProps) {
  useRows(useUnlockedGroup(props), props.onRows);
  return null;
}

/** Adds the unlocked bookmarks of a list where the service does not have them. */
export function PlacedRows(props: PlacedRowsProps) {
  const { source, decrypted, onAdded, setSelection } = props;
  const added = decrypted?.rows.filter(({ isAdded }) => isAdded).length ?? 0;
  useEffect(() => onAdded?.(added), [added, onAdded]);
  useEffect(() => () => onAdded?.(0), [onAdded]);
  useEffect(() => {
    // "All of it" was all that the service has in the list, and would now seem to be more.
    if (added > 0) setSelection((now) => (now.kind === 'all' ? nothing : now));
  }, [added, setSelection]);
  return source.sort.startsWith('title') ? <UnlockedGroup {...props} /> : <MixedOrder {...props} />;
}
