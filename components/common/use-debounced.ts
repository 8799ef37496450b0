'use client';

import { useEffect, useEffectEvent, useState } from 'react';

interface Debounce {
  /**
   * When the value came to be, in milliseconds of `performance.now()`: the pause is counted from there, not from when it
   * was drawn. A value that comes by itself after that pause waits for one of its own.
   */
  readonly since?: number | undefined;
  /** Told that a value counts, before it is drawn. */
  readonly onSettle?: (value: string) => void;
}

/** The value as it was when it last stood still for `ms`; an empty text counts at once. */
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
