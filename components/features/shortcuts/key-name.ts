/** What stands on a key, on Apple machines by the signs that are printed there. */
const signs: Readonly<Record<string, { apple: string; other: string }>> = {
  mod: { apple: '⌘', other: 'Ctrl' },
  Shift: { apple: '⇧', other: 'Shift' },
  Alt: { apple: '⌥', other: 'Alt' },
  Delete: { apple: '⌫', other: 'Del' },
  Enter: { apple: '↩', other: 'Enter' },
};

export const keyName = (key: string, apple: boolean): string =>
  signs[key]?.[apple ? 'apple' : 'other'] ?? key;
