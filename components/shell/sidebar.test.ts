import { expect, test } from 'vitest';
import { activeItem } from '@/components/shell/sidebar';

const items = [
  { key: 'bookmarks', href: '/' },
  { key: 'collections', href: '/collections' },
  { key: 'favorites', href: '/?filter=favorites' },
  { key: 'a', href: '/collections/a' },
];

test('an entry is active on its own path only', () => {
  expect(activeItem(items, '/', '')).toBe('bookmarks');
  expect(activeItem(items, '/collections', '?sort=name')).toBe('collections');
  expect(activeItem(items, '/collections/a', '')).toBe('a');
  expect(activeItem(items, '/collections/b', '')).toBeNull();
});

test('the bookmarks screen has two addresses', () => {
  expect(activeItem(items, '/bookmarks', '')).toBe('bookmarks');
});

test('of two entries with the same path the one with matching parameters is active', () => {
  expect(activeItem(items, '/', '?filter=favorites&sort=title-ASC')).toBe('favorites');
  expect(activeItem(items, '/', '?filter=trash')).toBe('bookmarks');
});
