'use client';

import { lazy, Suspense } from 'react';

const Screen = lazy(async () => ({
  default: (await import('@/components/shell/not-found-in-own-words')).NotFoundInOwnWords,
}));

/** The screen for an address without a page. The framework sends it along with every page: hence only its name. */
export function LazyNotFound() {
  return (
    <Suspense fallback={null}>
      <Screen />
    </Suspense>
  );
}
