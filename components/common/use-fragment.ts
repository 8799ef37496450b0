'use client';

import { useEffect, useEffectEvent } from 'react';

/**
 * Runs `action` when the address ends in `#name` or `#name?query`: on arrival, and whenever a link puts it there. The
 * fragment is removed from the address, so that the same link works twice and going back does not.
 */
export function useFragment(name: string, action: (query: string) => void): void {
  const check = useEffectEvent(() => {
    const [found, query = ''] = window.location.hash.split('?');
    if (found !== `#${name}`) return;
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    action(query);
  });
  useEffect(() => {
    check();
    const listener = () => check();
    // The router changes the address without an event; it can only have done so on a click, just after it.
    const afterClick = () => setTimeout(listener, 0);
    window.addEventListener('hashchange', listener);
    window.addEventListener('click', afterClick);
    return () => {
      window.removeEventListener('hashchange', listener);
      window.removeEventListener('click', afterClick);
    };
  }, []);
}
