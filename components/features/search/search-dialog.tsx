'use client';

import { createDialogStore } from '@/components/common/dialog-store';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { useShortcut } from '@/components/common/use-shortcut';
import type { SearchModalProps } from '@/components/features/search/use-search-modal';

const loadModal = () => import('@/components/features/search/search-modal');
const SearchModal = onDemand(() => loadModal().then((module) => module.SearchModal), <DialogLoading />);

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
    <SearchModal key={id} {...props} open={isOpen} onOpenChange={(next) => (next ? openSearch() : close())} />
  );
}
