'use client';

import { createDialogStore } from '@/components/common/dialog-store';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { useShortcut } from '@/components/common/shortcut';

const ShortcutsDialog = onDemand(
  () => import('@/components/features/shortcuts/shortcuts-dialog').then((module) => module.ShortcutsDialog),
  <DialogLoading />,
);

const { useDialog, open, close } = createDialogStore<null>();

export const openShortcuts = (): void => open(null);

/** The list of all shortcuts, over any screen. `?` opens it. */
export function Shortcuts() {
  const { id, isOpen } = useDialog();
  useShortcut('?', openShortcuts);
  if (id === 0) return null;
  return <ShortcutsDialog key={id} isOpen={isOpen} onClose={close} />;
}
