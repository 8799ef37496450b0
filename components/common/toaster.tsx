'use client';

import { useSyncExternalStore } from 'react';
import { hasToasts, onToast, undoLatest } from '@/components/common/notify';
import { onDemand } from '@/components/common/on-demand';
import { useShortcut } from '@/components/common/shortcut';

/** Preloaded, since a toast that reports a lost network cannot load its code any more. */
const Toasts = onDemand(
  () => import('@/components/common/toasts').then((module) => module.Toasts),
  null,
  true,
);

/** Container of the toasts. Ctrl/Cmd+Z does not wait for their code. */
export function Toaster() {
  const isWanted = useSyncExternalStore(onToast, hasToasts, () => false);
  useShortcut('mod+z', undoLatest, { enabled: isWanted, inFields: false });
  return isWanted ? <Toasts /> : null;
}
