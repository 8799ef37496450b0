'use client';

import { Suspense } from 'react';
import { lazyFeature } from '@/components/common/lazy-feature';

const Screen = lazyFeature(
  async () => ({ default: (await import('@/components/shell/not-found-screen')).NotFoundScreen }),
  ['Errors'],
);

/** The screen for an address without a page. The framework sends it along with every page: hence only its name. */
export function LazyNotFound() {
  return (
    <Suspense fallback={null}>
      <Screen />
    </Suspense>
  );
}
