'use client';

import dynamic from 'next/dynamic';
import { useSyncExternalStore } from 'react';
import { LoadBoundary } from '@/components/common/load-boundary';
import { hasNotices, onNotice, undoLatest } from '@/components/common/notify';
import { useShortcut } from '@/components/common/use-shortcut';

const Toasts = dynamic(() => import('@/components/common/toasts').then((module) => module.Toasts), {
  ssr: false,
});

/** Where toasts are shown. Their code is loaded with the first one; Ctrl/Cmd+Z does not wait for it. */
export function Toaster() {
  const isWanted = useSyncExternalStore(onNotice, hasNotices, () => false);
  useShortcut('mod+z', undoLatest, { enabled: isWanted, inFields: false });
  return isWanted ? (
    <LoadBoundary>
      <Toasts />
    </LoadBoundary>
  ) : null;
}
