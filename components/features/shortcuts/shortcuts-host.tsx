'use client';

import { Suspense, useEffect, useState } from 'react';
import { lazyFeature } from '@/components/common/lazy-feature';
import { useShortcut } from '@/components/common/use-shortcut';
import { onShortcutsRequest, openShortcuts } from '@/components/features/shortcuts/shortcut-requests';

const ShortcutsDialog = lazyFeature(
  async () => ({
    default: (await import('@/components/features/shortcuts/shortcuts-dialog')).ShortcutsDialog,
  }),
  ['Shortcuts'],
);

/** Stands once in the layout and opens the list of all keys: for whoever asks, and for `?`. */
export function ShortcutsHost() {
  const [open, setOpen] = useState(false);
  useEffect(() => onShortcutsRequest(setOpen), []);
  useShortcut('?', openShortcuts);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutsDialog onClose={() => setOpen(false)} />
    </Suspense>
  );
}
