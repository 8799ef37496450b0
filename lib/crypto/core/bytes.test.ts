import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64url, toBase64url, uuidBytes } from '@/lib/crypto/core/bytes';

test('base64url equals that of Node, and can be decoded', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const text = toBase64url(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64url'));
      expect(fromBase64url(text)).toEqual(new Uint8Array(bytes));
    }),
  );
});

test.each(['A', 'AAAAA', 'AA==', 'AB', 'AAB', 'A A', 'AA\n', 'A+/A', 'AAA\u{e9}', 'AAA\u{1f600}'])(
  'no two texts encode the same bytes: %j is invalid',
  (text) => expect(fromBase64url(text)).toBeNull(),
);

test('the bytes of a uuid are those of its digits, in either case', () => {
  const bytes = Uint8Array.from([1, 147, 165, 192, 17, 17, 122, 188, 141, 239, 1, 35, 69, 103, 137, 171]);
  expect(uuidBytes('0193a5c0-1111-7abc-8def-0123456789ab')).toEqual(bytes);
  expect(uuidBytes('0193A5C0-1111-7ABC-8DEF-0123456789AB')).toEqual(bytes);
});

test.each(['', '0193a5c0', '0193a5c011117abc8def0123456789ab', '0193a5c0-1111-7abc-8def-0123456789ag'])(
  '%j is not a uuid',
  (text) => expect(uuidBytes(text)).toBeNull(),
);
