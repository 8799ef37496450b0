import { expect, test } from 'vitest';
import { describe, plainText } from '@/extension/background/suggestion';

test('Chrome gets XML: markup of a title is text, and nothing in it breaks the list', () => {
  expect(describe('Tom & Jerry <b>"it\'s"</b>', 'https://a.example/?x=1&y=<2>')).toBe(
    'Tom &amp; Jerry &lt;b&gt;&quot;it&apos;s&quot;&lt;/b&gt; <url>https://a.example/?x=1&amp;y=&lt;2&gt;</url>',
  );
  expect(describe('a\u0000b\u001Fc\uFFFFd')).toBe('a b c d');
  expect(describe('half \uD800 pair')).toBe('half \uFFFD pair');
  expect(describe('', 'https://a.example/')).toBe('<url>https://a.example/</url>');
});

test('a long title does not cut an escape or a character in two', () => {
  expect(describe('&'.repeat(500))).toBe('&amp;'.repeat(200));
  expect(describe('😀'.repeat(500))).toBe('😀'.repeat(200));
});

test('Firefox gets plain text', () => {
  expect(plainText('Tom & Jerry', 'https://a.example/?a&b')).toBe('Tom & Jerry – https://a.example/?a&b');
  expect(plainText('Search')).toBe('Search');
});
