'use client';

import { useEffect, useEffectEvent } from 'react';
import { isModalOpen, isTypingTarget } from '@/components/common/shortcut';

/**
 * Keys that act on all that is selected, wherever the focus is: by the name of the key, with `Shift+` before it where
 * Shift is held. They leave text fields, menus and modals alone.
 */
export function useSelectionKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isModalOpen() || isTypingTarget(event.target)) return;
    if (event.target instanceof Element && event.target.closest('[role=menu]')) return;
    const run = actions[event.shiftKey ? `Shift+${event.key.toLowerCase()}` : event.key];
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
