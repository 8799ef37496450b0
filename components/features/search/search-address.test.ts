import { expect, test } from 'vitest';
import { parseSearch, searchHref } from '@/components/features/search/search-address';

const uuid = '0190a1b2-0000-7000-8000-000000000001';

test('an address says what is searched for, how, and where', () => {
  expect(parseSearch({ q: ' night trains ', mode: 'ask', collection: uuid.toUpperCase() })).toEqual({
    q: 'night trains',
    mode: 'ask',
    collection: uuid,
  });
  expect(parseSearch({ q: ['one', 'two'] })).toEqual({ q: 'one' });
});

test('what is no collection, space or mode is left out, and nothing asked is nothing searched', () => {
  expect(parseSearch({ q: 'a', collection: '../x', mode: 'keyword', space: 'all' })).toEqual({ q: 'a' });
  expect(parseSearch({})).toEqual({ q: '' });
});

test('an address can be read back', () => {
  const search = { q: 'c++ & “ação” #1 @"two words"', mode: 'ask', collection: uuid, space: uuid } as const;
  expect(parseSearch(Object.fromEntries(new URL(searchHref(search), 'http://x').searchParams))).toEqual(
    search,
  );
});
