'use client';

import type { OpenedRowsProps } from '@/components/features/bookmarks/list/opened-rows/opened-rows';
import { PlacedRows } from '@/components/features/bookmarks/list/opened-rows/placed-rows';
import { useGatheredRows } from '@/components/features/bookmarks/list/opened-rows/use-gathered-rows';
import type { BookmarkSource } from '@/components/features/bookmarks/bookmark-source';

type Props = OpenedRowsProps & { readonly source: BookmarkSource & { kind: 'collection' } };

/** Opened bookmarks in a smart collection. */
export const GatheredRows = (props: Props) => (
  <PlacedRows {...props} opened={useGatheredRows(props.source.uuid)} />
);
