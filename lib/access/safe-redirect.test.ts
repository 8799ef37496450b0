import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeRedirect } from '@/lib/access/safe-redirect';

test.each([
  ['/collections', '/collections'],
  ['/search?q=a%20b&x=1#top', '/search?q=a%20b&x=1#top'],
  ['/collections/../settings', '/settings'],
])('keeps a path of this application: %s', (raw, path) => {
  expect(safeRedirect(raw)).toBe(path);
});

// Guarantee: for any parameter value, the browser stays on this origin.
test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/..//evil.example',
  '/.//evil.example',
  'https:evil.example',
  'https://app.example@evil.example',
  'https://app.example.evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/%0d%0aSet-Cookie:x'.replace('%0d%0a', '\r\n'),
  '/signin?redirect=/signin',
  '/%73ignin',
  '/SignIn',
  '/register',
  '/forgot-password',
  '/v1/auth/logout',
  '/%E0%A4%A',
  `/${'a'.repeat(100_000)}`,
  '',
  null,
  undefined,
])('refuses %j', (raw) => {
  expect(safeRedirect(raw)).toBeNull();
});

test('an encoded line break stays encoded', () => {
  expect(safeRedirect('/a%0d%0aSet-Cookie:x')).toBe('/a%0d%0aSet-Cookie:x');
});

test('any string leads to this origin or nowhere', () => {
  const origin = 'https://app.example';
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(fc.nat(0x10ffff)).map((points) => `/${String.fromCodePoint(...points)}`),
      ),
      (raw) => {
        const path = safeRedirect(raw);
        if (path !== null) expect(new URL(path, origin).origin).toBe(origin);
      },
    ),
  );
});
