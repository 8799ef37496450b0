'use client';

import { useEffect, useEffectEvent } from 'react';

/**
 * Runs `action` when the address ends in `#name`: on arrival, and whenever a link puts it there. The fragment is taken
 * out of the address again, so that the same link works twice and going back does not.
 */
export function useFragment(name: string, action: () => void): void {
  const check = useEffectEvent(() => {
    if (window.location.hash !== `#${name}`) return;
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    action();
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
