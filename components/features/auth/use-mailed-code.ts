'use client';

import { useEffect, useEffectEvent } from 'react';
import { readMailedCode, type MailedCode } from '@/lib/domain/mailed-code';

/**
 * Calls `fill` with the code of a link in a mail, and removes it from the address. It only fills a form: a program that
 * opens the link to inspect it submits nothing.
 */
export function useMailedCode(fill: (mailed: MailedCode) => void): void {
  const take = useEffectEvent(() => {
    const mailed = readMailedCode(window.location.hash);
    if (mailed === null) return;
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
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
