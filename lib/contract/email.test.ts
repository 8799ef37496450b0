import { expect, test } from 'vitest';
import { isEmail, toAsciiEmail } from '@/lib/contract/email';
import { Email } from '@/lib/contract/primitives';

test.each([
  ['ana@example.org', 'ana@example.org'],
  [' Ana.Lima+x@Example.ORG ', 'Ana.Lima+x@Example.ORG'],
  ['ana@bücher.example', 'ana@xn--bcher-kva.example'],
  ['ana@BÜCHER.example', 'ana@xn--bcher-kva.example'],
  ['ana@xn--bcher-kva.example', 'ana@xn--bcher-kva.example'],
  ['ana@müller.straße.example', 'ana@xn--mller-kva.xn--strae-oqa.example'],
  ['ana@почта.рф', 'ana@xn--80a1acny.xn--p1ai'],
  ['ana@例え。テスト', 'ana@xn--r8jz45g.xn--zckzah'],
  ['ana@ｅｘａｍｐｌｅ.org', 'ana@example.org'],
  ['ana@localhost', 'ana@localhost'],
  ["o'neil!#$%&*=?^_`{|}~-@example.org", "o'neil!#$%&*=?^_`{|}~-@example.org"],
  ['a..b.@example.org', 'a..b.@example.org'],
])('%s is accepted as %s', (typed, expected) => {
  expect(Email.parse(typed)).toBe(expected);
  // The form that is stored is a fixed point.
  expect(toAsciiEmail(expected)).toBe(expected);
});

test.each([
  '',
  'ana',
  '@example.org',
  'ana@',
  'ana@@example.org',
  'ana@example..org',
  'ana@-example.org',
  'ana@example-.org',
  'ana@exa mple.org',
  'ana lima@example.org',
  'jürgen@example.org',
  'ana@bücher.example/path',
  'ana@bücher.example:25',
  'ana@user@bücher.example',
  'ana@bü%63her.example',
  'ana@ü..example',
  'ana@xn--ü.example',
  `ana@${'a'.repeat(64)}.org`,
  '"ana lima"@example.org',
  'ana@[127.0.0.1]',
])('%j is rejected', (typed) => {
  expect(Email.safeParse(typed).success).toBe(false);
  expect(isEmail(toAsciiEmail(typed))).toBe(false);
});
