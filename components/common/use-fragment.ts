'use client';

import { useEffect, useEffectEvent } from 'react';

interface Followed {
  readonly path: string;
  readonly hash: string;
}

/**
 * The last link with a fragment that was followed. The address does not keep a fragment that arrives while the page is
 * hydrated: the router then writes the address that the page was loaded with.
 */
let followed: Followed | null = null;

const note = ({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): void => {
  followed = { path: pathname, hash };
};

// Before hydration, unlike an effect.
if (typeof window !== 'undefined') {
  note(window.location);
  window.addEventListener('hashchange', ({ newURL }) => note(new URL(newURL)));
}

/**
 * Calls `action` with what `read` finds in the fragment of the address: on arrival, and whenever a link is followed.
 * The fragment is removed from the address, so that the same link works twice and the back button does not trigger it.
 */
export function useFragment<Found>(
  read: (hash: string) => Found | null,
  action: (found: Found) => void,
): void {
  const take = useEffectEvent(() => {
    const { hash, pathname, search } = window.location;
    const found = read(hash) ?? (followed?.path === pathname ? read(followed.hash) : null);
    if (found === null) return;
    followed = null;
    if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search);
    action(found);
  });
  useEffect(() => {
    const listener = () => take();
    listener();
    window.addEventListener('hashchange', listener);
    return () => window.removeEventListener('hashchange', listener);
  }, []);
}

/** Returns a reader of `#name` and `#name?query`, which finds the query. */
export const fragmentNamed =
  (name: string) =>
  (hash: string): string | null => {
    if (hash === `#${name}`) return '';
    // The query may have question marks of its own.
    return hash.startsWith(`#${name}?`) ? hash.slice(name.length + 2) : null;
  };
