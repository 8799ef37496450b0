import { expect, test } from 'vitest';
import { matchesShortcut, type KeyPress } from '@/components/common/shortcut';

const press = (key: string, rest: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: `Key${key.toUpperCase()}`,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false,
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari reports composition only by it
  keyCode: 0,
  ...rest,
});

test('mod is Ctrl on most devices and ⌘ on Apple devices', () => {
  expect(matchesShortcut(press('k', { ctrlKey: true }), 'mod+k', false)).toBe(true);
  expect(matchesShortcut(press('k', { metaKey: true }), 'mod+k', false)).toBe(false);
  expect(matchesShortcut(press('k', { metaKey: true }), 'mod+k', true)).toBe(true);
  expect(matchesShortcut(press('k', { ctrlKey: true }), 'mod+k', true)).toBe(false);
});

test('a shortcut without a modifier does not match a key with one', () => {
  expect(matchesShortcut(press('b'), 'mod+b', false)).toBe(false);
  expect(matchesShortcut(press('b', { ctrlKey: true }), 'b', false)).toBe(false);
});

test('shift matters for letters, but not for symbols that need it on some keyboards', () => {
  expect(matchesShortcut(press('Z', { ctrlKey: true, shiftKey: true }), 'mod+z', false)).toBe(false);
  expect(matchesShortcut(press('Z', { ctrlKey: true, shiftKey: true }), 'mod+shift+z', false)).toBe(true);
  expect(matchesShortcut(press('?', { code: 'Slash', shiftKey: true }), '?', false)).toBe(true);
  expect(matchesShortcut(press('?', { code: 'Minus' }), '?', false)).toBe(true);
});

test('a letter is matched by its position if the layout types another script, not if it types another letter', () => {
  expect(matchesShortcut(press('л', { code: 'KeyK', ctrlKey: true }), 'mod+k', false)).toBe(true);
  expect(matchesShortcut(press('t', { code: 'KeyK', ctrlKey: true }), 'mod+k', false)).toBe(false);
});

test('AltGr and unfinished compositions count as typing', () => {
  expect(matchesShortcut(press('b', { ctrlKey: true, altKey: true }), 'mod+b', false)).toBe(false);
  expect(matchesShortcut(press('k', { ctrlKey: true, isComposing: true }), 'mod+k', false)).toBe(false);
});
