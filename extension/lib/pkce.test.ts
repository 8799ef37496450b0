import { expect, test } from 'vitest';
import { challengeOf, randomText } from '@/extension/lib/pkce';

test('the challenge is that of RFC 7636, appendix B', async () => {
  expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

test('verifiers have the length of the standard and differ', () => {
  const texts = Array.from({ length: 50 }, randomText);
  expect(new Set(texts).size).toBe(50);
  for (const text of texts) expect(text).toMatch(/^[\w-]{43}$/);
});
