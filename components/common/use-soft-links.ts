'use client';

import type { Route } from 'next';
import { useCallback, type MouseEvent as ReactMouseEvent } from 'react';
import { useNavigation } from '@/components/common/pending-navigation';

type Click = Pick<
  MouseEvent,
  'defaultPrevented' | 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'target'
>;

/**
 * Returns the target of a click within the app; null for other clicks, or if the browser handles it (new tabs,
 * downloads).
 */
export function internalHref(event: Click): Route | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const anchor = event.target instanceof Element ? event.target.closest('a') : null;
  const href = anchor?.getAttribute('href');
  if (!anchor || !href?.startsWith('/') || anchor.target || anchor.hasAttribute('download')) return null;
  // Links in the document were rendered by the app, which checks its routes at build time.
  return href as Route;
}

/** Returns one click handler for many plain links into the product, which navigates without reloading the page. */
export function useSoftLinks(): (event: ReactMouseEvent) => void {
  const { push } = useNavigation();
  return useCallback(
    (event: ReactMouseEvent) => {
      const href = internalHref(event);
      if (href === null) return;
      event.preventDefault();
      push(href);
    },
    [push],
  );
}
