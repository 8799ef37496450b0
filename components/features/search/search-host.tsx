'use client';

import { Suspense, useEffect, useState } from 'react';
import { lazyFeature } from '@/components/common/lazy-feature';
import { useShortcut } from '@/components/common/use-shortcut';
import { onSearchRequest, openSearch } from '@/components/features/search/search-requests';
import type { SearchModalProps } from '@/components/features/search/use-search-modal';

const SearchModal = lazyFeature(
  async () => ({ default: (await import('@/components/features/search/search-modal')).SearchModal }),
  ['Search'],
);

/** Stands once in the layout and opens the search modal: for whoever asks, and for Ctrl/Cmd+K. */
export function SearchHost(props: Pick<SearchModalProps, 'onAddUrl' | 'onSaveQuery'>) {
  const [open, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  useEffect(
    () =>
      onSearchRequest(() => {
        setWanted(true);
        setOpen(true);
      }),
    [],
  );
  useShortcut('mod+k', () => (open ? setOpen(false) : openSearch()));
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <SearchModal {...props} open={open} onOpenChange={setOpen} />
    </Suspense>
  );
}
