import { expect, test } from 'vitest';
import { readOfflineStart } from '@/components/features/offline/offline-start';

const uuid = '0193a5f0-0000-7000-8000-000000000001';

test.each([
  ['/', '', null],
  ['/?view=favorites', 'is:favorite', null],
  ['/?view=trash', '', null],
  ['/search?q=night+trains%20is%3Afavorite', 'night trains is:favorite', null],
  ['/tags?name=to read', '#"to read"', null],
  ['/tags', '', null],
  [`/collections/${uuid}`, '', uuid],
  ['/collections/x', '', null],
  ['/settings/account', '', null],
])('%s is shown as the query "%s" in the collection %s', (from, query, collection) => {
  expect(readOfflineStart(`?from=${encodeURIComponent(from)}`)).toMatchObject({ query, collection });
});

test.each([
  [`/read/${uuid}`, uuid, false],
  [`/read/${uuid}#annotation-${uuid}`, uuid, false],
  ['/annotations', null, true],
  ['/reading', null, false],
  ['/', null, false],
])('%s reads the bookmark %s, or is the page of annotations: %s', (from, reading, isAnnotations) => {
  expect(readOfflineStart(`?from=${encodeURIComponent(from)}`)).toMatchObject({
    ...{ reading, isAnnotations, query: '' },
  });
});

test('leads back to a page of this site, with the fragment that was shared', () => {
  expect(readOfflineStart('?from=%2F', '#add?url=x').from).toBe('/#add?url=x');
  expect(readOfflineStart('?from=%2F%2Fevil.example').from).toBe('/');
  expect(readOfflineStart('').from).toBe('/');
});
