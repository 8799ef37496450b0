import { expect, test } from 'vitest';
import { parseSearch, searchHref } from '@/components/features/search/search-address';

const uuid = '0190a1b2-0000-7000-8000-000000000001';

test('a URL contains the text, mode and scope of a search', () => {
  expect(parseSearch({ q: ' night trains ', mode: 'ask', collection: uuid.toUpperCase() })).toEqual({
    q: 'night trains',
    mode: 'ask',
    collection: uuid,
  });
  expect(parseSearch({ q: ['one', 'two'] })).toEqual({ q: 'one' });
});

test('invalid collections, spaces and modes are ignored, and an empty query searches nothing', () => {
  expect(parseSearch({ q: 'a', collection: '../x', mode: 'keyword', space: 'all' })).toEqual({ q: 'a' });
  expect(parseSearch({})).toEqual({ q: '' });
});

test('a URL can be parsed back', () => {
  const search = { q: 'c++ & “ação” #1 @"two words"', mode: 'ask', collection: uuid, space: uuid } as const;
  expect(parseSearch(Object.fromEntries(new URL(searchHref(search), 'http://x').searchParams))).toEqual(
    search,
  );
});
