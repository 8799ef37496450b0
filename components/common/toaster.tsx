'use client';

import { useSyncExternalStore } from 'react';
import { hasToasts, onToast, undoLatest } from '@/components/common/notify';
import { onDemand } from '@/components/common/on-demand';
import { useShortcut } from '@/components/common/shortcut';

const Toasts = onDemand(() => import('@/components/common/toasts').then((module) => module.Toasts));

/** Container of the toasts. Their code is loaded with the first one; Ctrl/Cmd+Z does not wait for it. */
export function Toaster() {
  const isWanted = useSyncExternalStore(onToast, hasToasts, () => false);
  useShortcut('mod+z', undoLatest, { enabled: isWanted, inFields: false });
  return isWanted ? <Toasts /> : null;
}
