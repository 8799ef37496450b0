import { expect, it } from 'vitest';
import { hash128 } from '@/lib/domain/url-key';

it.each([
  ['', '00000000000000000000000000000000'],
  ['I will not buy this record, it is scratched.', 'a0a9683b25ac5e40d9af2895890dddf5'],
  ["I will not buy this tobacconist's, it is scratched.", '9b5b7ba2ef3f7866889adeaf00f3f98e'],
])('gives the published value for %j', (text, expected) => expect(hash128(text)).toBe(expected));

it('differs for texts of every length', () => {
  const texts = Array.from({ length: 200 }, (_, length) => 'é'.repeat(length));
  expect(new Set(texts.map(hash128)).size).toBe(texts.length);
});
