'use client';

import { useEffect, useEffectEvent } from 'react';
import { readMailedCode, type MailedCode } from '@/lib/domain/mailed-code';

/**
 * The fragment of the last link that was followed to this page. The address does not keep one that arrives while the
 * page is hydrated: the router then writes the address that the page was loaded with.
 */
let followed = '';

// Before hydration, unlike an effect.
if (typeof window !== 'undefined') {
  followed = window.location.hash;
  window.addEventListener('hashchange', ({ newURL }) => (followed = new URL(newURL).hash));
}

/**
 * Calls `fill` with the code of a link in a mail, and removes it from the address. It only fills a form: a program that
 * opens the link to inspect it submits nothing.
 */
export function useMailedCode(fill: (mailed: MailedCode) => void): void {
  const take = useEffectEvent(() => {
    const { hash, pathname, search } = window.location;
    const mailed = readMailedCode(hash) ?? readMailedCode(followed);
    followed = '';
    if (mailed === null) return;
    if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search);
    fill(mailed);
  });
  useEffect(() => {
    const listener = () => take();
    listener();
    // Another link may be opened in the same tab.
    window.addEventListener('hashchange', listener);
    return () => window.removeEventListener('hashchange', listener);
  }, []);
}
