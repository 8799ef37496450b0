import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readablePath, readableUrl, searchablePath } from '@/lib/domain/readable-path';

test.each([
  ['/wiki/%E5%96%AB%E8%8C%B6%E5%BA%97', '/wiki/喫茶店'],
  ['/?q=%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0', '/?q=Москва'],
  ['/stra%c3%9fe#%C3%BCber', '/straße#über'],
  ['/%7Euser/%28map%29', '/~user/(map)'],
  ['/%F0%9F%9A%80', '/🚀'],
])('%s is readable as %s', (path, readable) => {
  expect(readablePath(path)).toBe(readable);
});

test.each([
  ['a space', '/a%20b'],
  ['a no-break space', '/a%C2%A0b'],
  ['a slash', '/a%2Fb'],
  ['a percent sign', '/100%25'],
  ['separators of parameters', '/?q=a%26b%3Dc%2Bd%23e%3F'],
  ['a line break', '/a%0D%0Ab'],
  ['a control character', '/a%C2%85b'],
  ['a mark of text direction', '/a%E2%80%AEgpj.exe'],
  ['an isolate of text direction', '/a%E2%81%A6b'],
  ['an invisible letter', '/a%E3%85%A4b'],
  ['a private character', '/a%EE%80%80b'],
  ['bytes of another encoding', '/%8Ei%93X'],
  ['an overlong form', '/%C0%AFetc'],
  ['half of a surrogate pair', '/%ED%A0%80'],
  ['an incomplete character', '/%E5%96'],
  ['signs that are no escape', '/100%/%zz'],
])('%s stays encoded', (_, path) => {
  expect(readablePath(path)).toBe(path);
});

test('what is readable leads to the same page', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
    fc.webPath(),
  );
  fc.assert(
    fc.property(part, (text) => {
      const { href } = new URL(`https://a.example/${encodeURIComponent(text)}`);
      expect(decodeURIComponent(new URL(readableUrl(href)).pathname)).toBe(
        decodeURIComponent(new URL(href).pathname),
      );
    }),
  );
});

test('a web URL is readable behind its host, and other text is unchanged', () => {
  expect(readableUrl('https://me%3A@a.example/%C3%A9')).toBe('https://me%3A@a.example/é');
  expect(readableUrl('http://a.example?q=%C3%A9')).toBe('http://a.example?q=é');
  expect(readableUrl('mailto:%C3%A9@a.example')).toBe('mailto:%C3%A9@a.example');
});

test('escapes that are left separate words', () => {
  expect(searchablePath(readablePath('/a%20b/%D0%9C%2F%8E100%'))).toBe('/a b/М  100%');
});
