/**
 * A key with its modifiers: `mod+k`, `mod+shift+z`, `?`, `Escape`. `mod` is ⌘ on Apple devices, Ctrl elsewhere.
 */
export type Shortcut = string;

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'isComposing'
>;

/**
 * Whether a key press is the shortcut. A letter is also matched by its position on the keyboard, for layouts
 * that do not type Latin letters; Alt never matches, since AltGr reports Ctrl and Alt together while it types a
 * character.
 */
export function matchesShortcut(press: KeyPress, shortcut: Shortcut, apple: boolean): boolean {
  if (press.isComposing || press.altKey) return false;
  const parts = shortcut.split('+');
  const key = parts.at(-1) ?? '';
  const wantsMod = parts.includes('mod');
  const mod = apple ? press.metaKey : press.ctrlKey;
  const otherMod = apple ? press.ctrlKey : press.metaKey;
  if (mod !== wantsMod || otherMod) return false;
  const isLetter = /^[a-z]$/i.test(key);
  if ((isLetter || parts.includes('shift')) && press.shiftKey !== parts.includes('shift')) return false;
  if (press.key.toLowerCase() === key.toLowerCase()) return true;
  return isLetter && !/^[a-z]$/i.test(press.key) && press.code === `Key${key.toUpperCase()}`;
}

/** Whether keys pressed here enter text: shortcuts without a modifier must ignore them. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Whether a modal dialog or menu is open; its library sets this attribute. */
export const isModalOpen = (): boolean => document.body.hasAttribute('data-scroll-locked');
