'use client';

import { useEffect } from 'react';
import type { BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import { MixedOrder } from '@/components/features/bookmarks/list/opened-rows/mixed-order';
import type { OpenedRowsProps } from '@/components/features/bookmarks/list/opened-rows/opened-rows';
import type { OpenedList } from '@/components/features/bookmarks/list/opened-rows/opened-list';
import { TitleOrder } from '@/components/features/bookmarks/list/title-order/title-order';
import { nothing } from '@/components/features/bookmarks/select/selection';
import type { BookmarkSort } from '@/lib/contract/schemas/account';

export interface PlacedRowsProps extends OpenedRowsProps {
  readonly source: Exclude<BookmarkSource, { kind: 'search' }>;
  readonly sort: BookmarkSort;
  /** Null until it is known what is open of the list. */
  readonly opened: OpenedList | null;
}

/** Opened bookmarks at their places in a list. */
export function PlacedRows(props: Omit<PlacedRowsProps, 'sort'>) {
  const { source, opened, onAdded, setSelection } = props;
  const { sort } = source;
  const added = opened?.rows.filter(({ isAdded }) => isAdded).length ?? 0;
  useEffect(() => onAdded?.(added), [added, onAdded]);
  useEffect(() => () => onAdded?.(0), [onAdded]);
  useEffect(() => {
    // "All of it" was all that the service has in the list, and would now seem to be more.
    if (added > 0) setSelection((now) => (now.kind === 'all' ? nothing : now));
  }, [added, setSelection]);
  // A tag that stands in envelopes alone is nothing that the service may be asked for.
  const isSealed = source.kind === 'tag' && source.isSealed === true;
  return sort.startsWith('title') && !isSealed ? (
    <TitleOrder {...props} sort={sort} />
  ) : (
    <MixedOrder {...props} sort={sort} />
  );
}
