'use client';

import { useEffect, useEffectEvent, useState } from 'react';

interface Debounce {
  /**
   * Time of the value, in milliseconds of `performance.now()`: the delay starts there instead of at rendering.
   * If it has elapsed before rendering, it starts at rendering.
   */
  readonly since?: number | undefined;
  /** Called with the settled value, before it is rendered. */
  readonly onSettle?: (value: string) => void;
}

/** Returns the value after it has not changed for `ms`; an empty text takes effect at once. */
export function useDebounced(value: string, ms: number, { since, onSettle }: Debounce = {}): string {
  const [settled, setSettled] = useState(value);
  const pause = useEffectEvent((): number => {
    if (value === '') return 0;
    const left = since === undefined ? ms : ms - (performance.now() - since);
    return left > 0 ? left : ms;
  });
  const settle = useEffectEvent((still: string) => {
    onSettle?.(still);
    setSettled(still);
  });
  useEffect(() => {
    if (value === settled) return;
    const timer = setTimeout(() => settle(value), pause());
    return () => clearTimeout(timer);
  }, [value, settled, ms]);
  return value === '' ? '' : settled;
}
