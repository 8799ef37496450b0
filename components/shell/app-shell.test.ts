import { expect, test } from 'vitest';
import { titleByPath } from '@/components/shell/app-shell';

test.each([
  ['/', 'bookmarks'],
  ['/bookmarks', 'bookmarks'],
  ['/collections', 'collections'],
  ['/collections/', 'collections'],
  ['/tags', 'tags'],
  ['/annotations', 'annotations'],
  ['/search', 'searchShort'],
  ['/settings', 'settings'],
  ['/settings/account', 'account'],
  ['/settings/preferences', 'preferences'],
  ['/settings/integration', 'integration'],
  ['/settings/security', 'security'],
  ['/settings/data', 'settings'],
])('%s is titled %s', (path, title) => {
  expect(titleByPath(path, null)).toBe(title);
});

test.each([
  ['/', 'favorites', 'favorites'],
  ['/bookmarks', 'trash', 'trash'],
  ['/', 'broken', 'bookmarks'],
  ['/tags', 'trash', 'tags'],
])('%s with the view %s is titled %s', (path, view, title) => {
  expect(titleByPath(path, view)).toBe(title);
});

test.each(['/spaces', '/collections/0190a', '/toString', '/__proto__', ''])(
  '%s shows the name of the product',
  (path) => {
    expect(titleByPath(path, null)).toBe('product');
  },
);
