'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { DialogLoading, LoadBoundary } from '@/components/common/load-boundary';
import { listenForDrops } from '@/components/features/drop/listen-for-drops';

const DropPanel = dynamic(
  () => import('@/components/features/drop/drop-panel').then((module) => module.DropPanel),
  { ssr: false, loading: DialogLoading },
);

/** Takes links that are dropped on any screen. Links that are dragged over the page load the panel. */
export function DropTarget() {
  const [isNear, setNear] = useState(false);
  useEffect(() => listenForDrops(() => setNear(true)), []);
  if (!isNear) return null;
  return (
    <LoadBoundary>
      <DropPanel />
    </LoadBoundary>
  );
}
