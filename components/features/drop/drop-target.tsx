'use client';

import { useEffect, useState } from 'react';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { useHandedLinks } from '@/components/entities/handed-links';
import { listenForDrops } from '@/components/features/drop/listen-for-drops';

const DropPanel = onDemand(
  () => import('@/components/features/drop/drop-panel').then((module) => module.DropPanel),
  <DialogLoading />,
);

/**
 * Accepts links that are dropped on any screen, or handed over by another feature. The panel is loaded when links are
 * dragged over the page, or are handed over.
 */
export function DropTarget() {
  const [isNear, setNear] = useState(false);
  useEffect(() => listenForDrops(() => setNear(true)), []);
  const isHanded = useHandedLinks(({ text }) => text !== null);
  if (isHanded && !isNear) setNear(true);
  if (!isNear) return null;
  return <DropPanel />;
}
