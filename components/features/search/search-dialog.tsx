'use client';

import dynamic from 'next/dynamic';
import { createDialogStore } from '@/components/common/dialog-store';
import { DialogLoading, LoadBoundary } from '@/components/common/load-boundary';
import { useShortcut } from '@/components/common/use-shortcut';
import type { SearchModalProps } from '@/components/features/search/use-search-modal';

const loadModal = () => import('@/components/features/search/search-modal');
const SearchModal = dynamic(() => loadModal().then((module) => module.SearchModal), {
  ssr: false,
  loading: DialogLoading,
});

const { useDialog, open, close } = createDialogStore<null>();

export const openSearch = (): void => open(null);

/** Loads the modal ahead, when the pointer or the focus comes near its button. */
export const preloadSearch = (): void => void loadModal().catch(() => undefined);

/** The search modal, over any screen. Ctrl/Cmd+K opens and closes it. */
export function SearchDialog(props: Pick<SearchModalProps, 'onAddUrl' | 'onSaveQuery'>) {
  const { id, isOpen } = useDialog();
  useShortcut('mod+k', () => (isOpen ? close() : openSearch()));
  // It reads the recent searches and follows the keys of the vault only once it is needed.
  if (id === 0) return null;
  return (
    <LoadBoundary key={id}>
      <SearchModal {...props} open={isOpen} onOpenChange={(next) => (next ? openSearch() : close())} />
    </LoadBoundary>
  );
}
