import { expect, test } from 'vitest';
import { readWidth } from '@/components/features/bookmarks/preview-frame';

test.each([
  [null, 400],
  ['', 320],
  ['wide', 400],
  ['455.4', 455],
  ['10', 320],
  ['9999', 640],
  ['Infinity', 640],
])('stored %s is %i wide', (text, expected) => {
  expect(readWidth(text)).toBe(expected);
});
