'use client';

import { useEffect, useEffectEvent } from 'react';

/**
 * Runs `action` when the address ends in `#name` or `#name?query`: on arrival, and whenever a link is followed.
 * The fragment is removed from the address, so that the same link works twice and the back button does not
 * trigger it.
 */
export function useFragment(name: string, action: (query: string) => void): void {
  const check = useEffectEvent(() => {
    const { hash } = window.location;
    // The query may have question marks of its own.
    const end = hash.indexOf('?');
    if ((end < 0 ? hash : hash.slice(0, end)) !== `#${name}`) return;
    const query = end < 0 ? '' : hash.slice(end + 1);
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    action(query);
  });
  useEffect(() => {
    check();
    const listener = () => check();
    // The router changes the address without an event; it only does so just after a click.
    const afterClick = () => setTimeout(listener, 0);
    window.addEventListener('hashchange', listener);
    window.addEventListener('click', afterClick);
    return () => {
      window.removeEventListener('hashchange', listener);
      window.removeEventListener('click', afterClick);
    };
  }, []);
}
