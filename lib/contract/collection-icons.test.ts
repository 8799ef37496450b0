import { expect, test } from 'vitest';
import { emojiOf, isIconName } from '@/lib/contract/collection-icons';

test.each([
  ['📚', '📚'],
  [' 📚 ', '📚'],
  ['📚🏔️', '🏔️'],
  ['👩🏽‍💻', '👩🏽‍💻'],
  ['🇧🇷', '🇧🇷'],
  // Typed without the selector of the colored form.
  ['❤', '❤️'],
  ['abc', null],
  ['📚a', null],
  ['7', null],
  ['', null],
])('the emoji of %j is %j', (text, emoji) => {
  expect(emojiOf(text)).toBe(emoji);
});

test('only own names are icons', () => {
  expect(['plane', 'i-plane', 'toString', '📚'].map(isIconName)).toEqual([true, false, false, false]);
});
