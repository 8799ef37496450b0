import { hashKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { endpointKey } from '@/lib/api/endpoint';

test('a key is root, operation and input', () => {
  expect(endpointKey('bookmarks.list', { query: { favorite: true } })).toEqual([
    'bookmarks',
    'bookmarks.list',
    { query: { favorite: true } },
  ]);
});

test('equivalent inputs have the same key', () => {
  const plain = hashKey(endpointKey('bookmarks.list', { query: { favorite: true, sortField: 'title' } }));
  expect(
    hashKey(endpointKey('bookmarks.list', { query: { sortField: 'title', favorite: true, tag: undefined } })),
  ).toBe(plain);
  expect(hashKey(endpointKey('bookmarks.list', { query: {} }))).toBe(
    hashKey(endpointKey('bookmarks.list', {})),
  );
});

test('different inputs have different keys', () => {
  const keys = [
    endpointKey('bookmarks.list', {}),
    endpointKey('bookmarks.list', { query: { favorite: false } }),
    endpointKey('bookmarks.list', { query: { favorite: true } }),
    endpointKey('bookmarks.list', { query: { tag: '' } }),
    endpointKey('collections.details', { params: { uuid: 'a' } }),
    endpointKey('collections.details', { params: { uuid: 'b' } }),
  ];
  expect(new Set(keys.map(hashKey)).size).toBe(keys.length);
});
