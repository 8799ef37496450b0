'use client';

import { createDialogStore } from '@/components/common/dialog-store';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { isModalOpen, useShortcut } from '@/components/common/shortcut';
import type { SearchModalProps } from '@/components/features/search/use-search-modal';

const loadModal = () => import('@/components/features/search/search-modal');
const SearchModal = onDemand(() => loadModal().then((module) => module.SearchModal), <DialogLoading />);

const { useDialog, open, close } = createDialogStore<null>();

export const openSearch = (): void => open(null);

/** Preloads the modal when the pointer or the focus comes near its button. */
export const preloadSearch = (): void => void loadModal().catch(() => undefined);

/** The search modal, over any screen. Ctrl/Cmd+K opens and closes it. */
export function SearchDialog(props: Pick<SearchModalProps, 'onAddUrl' | 'onEdit' | 'onSaveQuery'>) {
  const { id, isOpen } = useDialog();
  // Code that could not be loaded is requested again by the same key.
  useShortcut('mod+k', () => (isOpen && isModalOpen() ? close() : openSearch()));
  // Reads the recent searches and subscribes to the vault only once it is needed.
  if (id === 0) return null;
  return (
    <SearchModal key={id} {...props} open={isOpen} onOpenChange={(next) => (next ? openSearch() : close())} />
  );
}
