import { expect, test } from 'vitest';
import { parseSearch, searchHref } from '@/components/features/search/search-address';

const uuid = '0190a1b2-0000-7000-8000-000000000001';

test('an address says what is searched for and where', () => {
  expect(parseSearch({ q: ' night trains ', collection: uuid.toUpperCase() })).toEqual({
    q: 'night trains',
    collection: uuid,
  });
  expect(parseSearch({ q: ['one', 'two'] })).toEqual({ q: 'one' });
});

test('what is no collection is left out, and nothing asked is nothing searched', () => {
  expect(parseSearch({ q: 'a', collection: '../x' })).toEqual({ q: 'a' });
  expect(parseSearch({})).toEqual({ q: '' });
});

test('an address can be read back', () => {
  const search = { q: 'c++ & “ação” #1', collection: uuid };
  expect(parseSearch(Object.fromEntries(new URL(searchHref(search), 'http://x').searchParams))).toEqual(
    search,
  );
});
