'use client';

import { useEffect } from 'react';

/** While only this page holds what is on its way, the browser asks before it is closed. */
export function useStayOnPage(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}
