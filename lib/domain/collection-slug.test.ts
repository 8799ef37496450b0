import { expect, test } from 'vitest';
import { collectionSlug } from '@/lib/domain/collection-slug';

test.each([
  ['Reading list', 'reading-list'],
  ['Receitas de pão & café', 'receitas-de-pao-cafe'],
  ['  C++ / Rust  ', 'c-rust'],
  ['Книги', 'книги'],
  ['日本語', '日本語'],
  ['🙂', 'collection'],
  ['..', 'collection'],
  ['../../x', 'x'],
  ['%2e%2e', '2e-2e'],
  ['x'.repeat(200), 'x'.repeat(60)],
  [`${'x'.repeat(59)} yz`, 'x'.repeat(59)],
])('%j becomes %j', (name, slug) => {
  expect(collectionSlug(name)).toBe(slug);
});
