'use client';

import { onDemand } from '@/components/common/on-demand';
import type { BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import {
  PlacedRows,
  type PlacedRowsProps,
} from '@/components/features/bookmarks/list/opened-rows/placed-rows';
import { useOpenedRows } from '@/components/features/bookmarks/list/opened-rows/use-opened-rows';
import type { SelectionState } from '@/components/features/bookmarks/list/list-situation';
import type { RowPages } from '@/components/features/bookmarks/list/use-row-pages';

const GatheredRows = onDemand(() =>
  import('@/components/features/bookmarks/list/opened-rows/gathered-rows').then(
    (module) => module.GatheredRows,
  ),
);

export interface OpenedRowsProps extends Pick<SelectionState, 'setSelection'> {
  readonly source: BookmarkSource;
  /** The rows as the service answers them. */
  readonly list: RowPages;
  /** Takes the list with the opened rows at their places; null where the answer of the service has them there. */
  readonly onRows: (rows: RowPages | null) => void;
  /** Hears how many rows the list has more than the service knows of. */
  readonly onAdded?: ((count: number) => void) | undefined;
}

/**
 * Stands beside a list while something is open, and tells it where opened bookmarks stand that the service has
 * elsewhere, or not at all. What a search finds is told by the search.
 */
export function OpenedRows({ source, ...props }: OpenedRowsProps) {
  if (source.kind === 'search') return null;
  if (source.kind === 'collection' && source.smart) return <GatheredRows source={source} {...props} />;
  if (source.kind !== 'tag' && !source.sort.startsWith('title')) return null;
  return <OwnRows source={source} {...props} />;
}

const OwnRows = (props: Omit<PlacedRowsProps, 'sort' | 'opened'>) => (
  <PlacedRows {...props} opened={useOpenedRows(props.source)} />
);
