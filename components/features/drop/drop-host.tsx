'use client';

import { Suspense, useEffect, useState } from 'react';
import { lazyFeature } from '@/components/common/lazy-feature';
import { listenForDrops } from '@/components/features/drop/listen-for-drops';

const DropPanel = lazyFeature(
  async () => ({ default: (await import('@/components/features/drop/drop-panel')).DropPanel }),
  ['Drop'],
);

/** Stands once in the layout and takes links that are dropped on any screen; the first that come near load the rest. */
export function DropHost() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => listenForDrops(() => setWanted(true)), []);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <DropPanel />
    </Suspense>
  );
}
