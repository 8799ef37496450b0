import { expect, test } from 'vitest';
import { filterOf, parseSearch, searchHref } from '@/components/features/search/search-address';

const uuid = '0190a1b2-0000-7000-8000-000000000001';

test('a URL contains the text, scope and mode of a search', () => {
  expect(parseSearch({ q: ' night trains ', mode: 'keyword', collection: uuid.toUpperCase() })).toEqual({
    q: 'night trains',
    mode: 'keyword',
    collection: uuid,
  });
  expect(parseSearch({ q: ['one', 'two'] })).toEqual({ q: 'one' });
});

test('invalid collections and spaces and the mode of old links are ignored, and an empty query searches nothing', () => {
  expect(parseSearch({ q: 'a', collection: '../x', mode: 'ask', space: 'all' })).toEqual({ q: 'a' });
  expect(parseSearch({})).toEqual({ q: '' });
});

test('a URL can be parsed back', () => {
  const search = {
    q: 'c++ & “ação” #1 @"two words"',
    mode: 'keyword',
    collection: uuid,
    space: uuid,
  } as const;
  expect(parseSearch(Object.fromEntries(new URL(searchHref(search), 'http://x').searchParams))).toEqual(
    search,
  );
});

test('conditions are understood from plain words on the Pro plan, unless the words are searched as they are', () => {
  expect(filterOf({ q: 'a' }, 'pro')).toEqual({ q: 'a', mode: 'ask', assist: true });
  expect(filterOf({ q: 'a' }, 'free')).toEqual({ q: 'a' });
  expect(filterOf({ q: 'a', mode: 'keyword' }, 'pro')).toEqual({ q: 'a' });
});
