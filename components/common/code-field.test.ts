import { expect, test } from 'vitest';
import { foldCode, pasteCode } from '@/components/common/code-field';

test.each([
  ['042917', '042917'],
  ['042 917', '042917'],
  ['０４２９１７', '042917'],
  [' 042-917\n', '042917'],
  ['Your code: 042917. It is good for 10 minutes.', '042917'],
  ['04a2', '042'],
  ['', ''],
  ['no digits', ''],
])('%j is read as %j', (text, digits) => {
  expect(foldCode(text)).toBe(digits);
});

test('a complete code replaces typed digits, a part of one is appended', () => {
  expect(pasteCode('12', '042917')).toBe('042917');
  expect(pasteCode('12', '345')).toBe('12345');
  expect(pasteCode('12345', '６７８')).toBe('123456');
  expect(pasteCode('12', 'words')).toBe('12');
});
