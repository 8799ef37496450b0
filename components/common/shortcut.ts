'use client';

import { useEffect, useEffectEvent } from 'react';
import { pressedKey } from '@/lib/utils/pressed-key';

/** Whether the command key of this device is ⌘. */
export const isApple = (): boolean =>
  typeof navigator !== 'undefined' && /Mac|iPhone|iPad|iPod/.test(navigator.platform);

/**
 * A key with its modifiers: `mod+k`, `mod+shift+z`, `?`, `Escape`. `mod` is ⌘ on Apple devices, Ctrl elsewhere.
 */
export type Shortcut = string;

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'isComposing' | 'keyCode'
>;

/**
 * Whether a key press is the shortcut. A letter is also matched by its position on the keyboard, for layouts
 * that do not type Latin letters; Alt never matches, since AltGr reports Ctrl and Alt together while it types a
 * character.
 */
export function matchesShortcut(press: KeyPress, shortcut: Shortcut, apple: boolean): boolean {
  const pressed = pressedKey(press);
  if (pressed === '' || press.altKey) return false;
  const parts = shortcut.split('+');
  const key = parts.at(-1) ?? '';
  const wantsMod = parts.includes('mod');
  const mod = apple ? press.metaKey : press.ctrlKey;
  const otherMod = apple ? press.ctrlKey : press.metaKey;
  if (mod !== wantsMod || otherMod) return false;
  const isLetter = /^[a-z]$/i.test(key);
  if ((isLetter || parts.includes('shift')) && press.shiftKey !== parts.includes('shift')) return false;
  if (pressed.toLowerCase() === key.toLowerCase()) return true;
  return isLetter && !/^[a-z]$/i.test(pressed) && press.code === `Key${key.toUpperCase()}`;
}

/** Whether keys pressed here enter text: shortcuts without a modifier must ignore them. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}

/** Whether a modal dialog or menu is open, not only fading out; its library sets these attributes. */
export const isModalOpen = (): boolean =>
  document.querySelector('[data-scroll-locked] [data-state=open]') !== null;

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
