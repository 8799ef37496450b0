'use client';

import dynamic from 'next/dynamic';
import { useSyncExternalStore } from 'react';
import { LoadBoundary } from '@/components/common/load-boundary';
import { hasNotices, onNotice } from '@/components/common/notify';

const Toasts = dynamic(() => import('@/components/common/toasts').then((module) => module.Toasts), {
  ssr: false,
});

/** Where toasts are shown. Their code is loaded with the first one: most visits show none. */
export function Toaster() {
  const isWanted = useSyncExternalStore(onNotice, hasNotices, () => false);
  return isWanted ? (
    <LoadBoundary>
      <Toasts />
    </LoadBoundary>
  ) : null;
}
