'use client';

import dynamic from 'next/dynamic';
import { createDialogStore } from '@/components/common/dialog-store';
import { DialogLoading, LoadBoundary } from '@/components/common/load-boundary';
import { useShortcut } from '@/components/common/use-shortcut';

const ShortcutsDialog = dynamic(
  () => import('@/components/features/shortcuts/shortcuts-dialog').then((module) => module.ShortcutsDialog),
  { ssr: false, loading: DialogLoading },
);

const { useDialog, open, close } = createDialogStore<null>();

export const openShortcuts = (): void => open(null);

/** The list of all keys, over any screen. `?` opens it. */
export function Shortcuts() {
  const { id, isOpen } = useDialog();
  useShortcut('?', openShortcuts);
  if (id === 0) return null;
  return (
    <LoadBoundary key={id}>
      <ShortcutsDialog isOpen={isOpen} onClose={close} />
    </LoadBoundary>
  );
}
