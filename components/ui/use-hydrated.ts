'use client';

import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** False on the server and during hydration, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );

/**
 * Props that disable a control until it works: the server's HTML is visible before the script that handles it.
 * Until then, `data-hydrating` keeps it from looking disabled (`disabled` in globals.css).
 */
export function useDisabledUntilHydrated(disabled = false) {
  const hydrated = useHydrated();
  return hydrated ? { disabled } : { disabled: true, 'data-hydrating': disabled ? undefined : '' };
}
