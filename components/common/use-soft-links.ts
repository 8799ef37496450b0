'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useCallback, useTransition, type MouseEvent as ReactMouseEvent } from 'react';
import { usePendingNavigation } from '@/components/common/pending-navigation';

type Click = Pick<
  MouseEvent,
  'defaultPrevented' | 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'target'
>;

/** Where a click leads within the app; null where it does not, or where the browser acts by itself (new tabs, downloads). */
export function internalHref(event: Click): Route | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const anchor = event.target instanceof Element ? event.target.closest('a') : null;
  const href = anchor?.getAttribute('href');
  if (!anchor || !href?.startsWith('/') || anchor.target || anchor.hasAttribute('download')) return null;
  // Links in the document were rendered by the app, which checks its routes when it is built.
  return href as Route;
}

/** One click handler for many plain links into the product, which navigates without loading the page again. */
export function useSoftLinks(): (event: ReactMouseEvent) => void {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  usePendingNavigation(isPending);
  return useCallback(
    (event: ReactMouseEvent) => {
      const href = internalHref(event);
      if (href === null) return;
      event.preventDefault();
      startTransition(() => router.push(href));
    },
    [router, startTransition],
  );
}
