import { expect, test } from 'vitest';
import { pressedKey } from '@/lib/utils/pressed-key';

const press = { key: 'Enter', keyCode: 13, isComposing: false };

test('a pressed key is read from events of the browser and of React', () => {
  expect(pressedKey(press)).toBe('Enter');
  expect(pressedKey({ key: 'Enter', keyCode: 13, nativeEvent: { isComposing: false } })).toBe('Enter');
});

test('a key that an input method handles is not a key, also in Safari, which sends it after the composition', () => {
  expect(pressedKey({ ...press, isComposing: true })).toBe('');
  expect(pressedKey({ key: 'Enter', keyCode: 13, nativeEvent: { isComposing: true } })).toBe('');
  expect(pressedKey({ ...press, keyCode: 229 })).toBe('');
});
