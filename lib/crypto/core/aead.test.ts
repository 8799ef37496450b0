import { expect, test } from 'vitest';
import { packSecret, unpackSecret } from '@/lib/crypto/core/aead';
import { secret } from '@/lib/crypto/testing/vectors';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a packed secret is JSON in full buckets of 256 bytes, and can be unpacked', () => {
  const packed = packSecret(secret);
  expect(packed.length).toBe(256);
  expect(JSON.parse(new TextDecoder().decode(packed))).toEqual({ v: 1, ...secret });
  expect(unpackSecret(packed)).toEqual(secret);
  expect(packSecret({ ...secret, description: 'x'.repeat(256) }).length).toBe(512);
});

test('only the four text fields are read', () => {
  expect(unpackSecret(bytes(JSON.stringify({ v: 1, ...secret, extra: 1 })))).toEqual(secret);
});

test.each([
  ['a later version', JSON.stringify({ v: 2, ...secret })],
  ['no version', JSON.stringify(secret)],
  ['a word that is missing', '{"v":1,"title":"","url":"","description":""}'],
  ['a word that is no text', '{"v":1,"title":"","url":"","description":"","tags":[]}'],
  ['a list', '[]'],
  ['null', 'null'],
  ['no JSON', '{"v":1'],
  ['nothing', ''],
])('%s is rejected', (_name, text) => expect(unpackSecret(bytes(text))).toBeNull());

test('bytes that are not text are rejected', () => {
  expect(unpackSecret(Uint8Array.from([0x22, 0xff, 0x22]))).toBeNull();
});
