'use client';

import { createDialogStore } from '@/components/common/dialog-store';
import { useShortcut } from '@/components/common/use-shortcut';
import { SearchModal } from '@/components/features/search/search-modal';
import type { SearchModalProps } from '@/components/features/search/use-search-modal';

const { useDialog, open, close } = createDialogStore<null>();

export const openSearch = (): void => open(null);

/** The search modal, over any screen. Ctrl/Cmd+K opens and closes it. */
export function SearchDialog(props: Pick<SearchModalProps, 'onAddUrl' | 'onSaveQuery'>) {
  const { id, isOpen } = useDialog();
  useShortcut('mod+k', () => (isOpen ? close() : openSearch()));
  // It reads the recent searches and follows the keys of the vault only once it is needed.
  if (id === 0) return null;
  return <SearchModal {...props} open={isOpen} onOpenChange={(next) => (next ? openSearch() : close())} />;
}
