'use client';

import { useEffect, useState } from 'react';

/** The value as it was when it last stood still for `ms`; an empty text counts at once. */
export function useDebounced(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (value === settled) return;
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : ms);
    return () => clearTimeout(timer);
  }, [value, settled, ms]);
  return value === '' ? '' : settled;
}
