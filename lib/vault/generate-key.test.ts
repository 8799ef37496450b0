import { expect, test } from 'vitest';
import { generateKey } from '@/lib/vault/generate-key';

test('keys are four groups of Crockford digits, each digit turns up, and no two are the same', () => {
  const made = Array.from({ length: 500 }, generateKey);
  for (const key of made) expect(key).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(new Set(made).size).toBe(made.length);
  expect(new Set(made.join('').replaceAll('-', '')).size).toBe(32);
});
