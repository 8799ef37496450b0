'use client';

import { useCallback, useSyncExternalStore } from 'react';

/** The `touch` variant of globals.css as a query: a coarse pointer, or the small shell. */
export const touchQuery = '(pointer: coarse) or (width < 48rem)';

/** Whether a media query matches; false on the server and during hydration, so that both render the same. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
