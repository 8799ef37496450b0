import { expect, test } from 'vitest';
import { decryptText, encryptText } from '@/provider/encrypt-text';

const secret = 'a secret that only this test knows, long enough';

test('a text is decrypted with its secret, for its purpose only', () => {
  const encrypted = encryptText(secret, 'mail', 'Grüße');
  expect(encrypted.includes('Grüße')).toBe(false);
  expect(decryptText(secret, 'mail', encrypted)).toBe('Grüße');
  expect(decryptText(secret, 'product token', encrypted)).toBeNull();
  expect(decryptText(`${secret}.`, 'mail', encrypted)).toBeNull();
});

test('a changed or truncated text is not decrypted', () => {
  const encrypted = encryptText(secret, 'mail', 'text');
  const changed = Buffer.from(encrypted);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(decryptText(secret, 'mail', changed)).toBeNull();
  expect(decryptText(secret, 'mail', encrypted.subarray(0, 20))).toBeNull();
});
