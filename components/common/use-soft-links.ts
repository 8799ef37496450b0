'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useCallback, type MouseEvent } from 'react';

/**
 * One click handler for many plain links into the product: it navigates without loading the page anew, and leaves
 * alone what a browser does by itself (new tabs, other sites, downloads).
 */
export function useSoftLinks(): (event: MouseEvent) => void {
  const router = useRouter();
  return useCallback(
    (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const anchor = event.target instanceof Element ? event.target.closest('a') : null;
      const href = anchor?.getAttribute('href');
      if (!anchor || !href?.startsWith('/') || anchor.target || anchor.hasAttribute('download')) return;
      event.preventDefault();
      // Read from the document, where whoever rendered the link had it checked.
      router.push(href as Route);
    },
    [router],
  );
}
