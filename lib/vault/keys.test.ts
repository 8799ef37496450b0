import { expect, test } from 'vitest';
import { generateKey, givesAway } from '@/lib/vault/keys';

test('keys are four groups of Crockford digits, use every digit, and are unique', () => {
  const made = Array.from({ length: 500 }, generateKey);
  for (const key of made) expect(key).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(new Set(made).size).toBe(made.length);
  expect(new Set(made.join('').replaceAll('-', '')).size).toBe(32);
});

const key = 'Seven Herons on the wéir';

test.each([
  ['the key itself', key],
  ['in another case, without accents', 'SEVEN HERONS ON THE WEIR'],
  ['without its spaces', 'sevenheronsontheweir'],
  ['backwards', 'riew eht no snoreH neveS'],
  ['within other words', `my key is ${key}!`],
  ['the most of it', 'seven herons'],
  ['its words in another order', 'the weir of the herons seven'],
])('rejects a hint that is %s', (_, hint) => {
  expect(givesAway(hint, key)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['a memory', 'what we saw that morning'],
  ['a short word that is in many keys', 'on'],
  ['one word of it among others', 'not the seven dwarfs'],
])('accepts a hint that is %s', (_, hint) => {
  expect(givesAway(hint, key)).toBe(false);
});

test('no hint reveals an empty key', () => {
  expect(givesAway('a hint', '')).toBe(false);
});
