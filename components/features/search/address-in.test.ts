import { expect, test } from 'vitest';
import { addressIn } from '@/components/features/search/alternatives';

test.each([
  ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  [' example.com ', 'https://example.com'],
  ['döner.berlin/karte', 'https://döner.berlin/karte'],
  ['http://localhost:3000/', 'http://localhost:3000/'],
  ['3.14', null],
  ['site:example.com', null],
  ['example.com trains', null],
  ['trains', null],
  ['@example.com', null],
  ['me@example.com', null],
  ['javascript:alert(1)', null],
  ['-example.com', null],
  ['', null],
])('%j is the address %j', (text, url) => {
  expect(addressIn(text)).toBe(url);
});
