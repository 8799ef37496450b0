'use client';

import { useEffect, useEffectEvent } from 'react';
import { isApple } from '@/components/common/platform';
import { isModalOpen, isTypingTarget, matchesShortcut, type Shortcut } from '@/components/common/shortcut';

/**
 * Runs `action` on a key press anywhere in the window. A shortcut without `mod` is ignored in text fields and
 * modals; `inFields` sets whether one with it works there too (default yes).
 */
export function useShortcut(
  shortcut: Shortcut,
  action: (event: KeyboardEvent) => void,
  { enabled = true, inFields = shortcut.includes('mod+') }: { enabled?: boolean; inFields?: boolean } = {},
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !matchesShortcut(event, shortcut, isApple())) return;
    if (!inFields && (isTypingTarget(event.target) || isModalOpen())) return;
    event.preventDefault();
    action(event);
  });
  useEffect(() => {
    if (!enabled) return;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [enabled]);
}
