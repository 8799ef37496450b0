import { expect, test } from 'vitest';
import { placeInList, type ReadingList } from '@/components/entities/reading-list';
import { parseLook } from '@/components/features/reader/reader-look';

const usual = { font: 'serif', width: 'medium', size: 2 };

test.each([
  [null, usual],
  ['{"font":"sans","width":"wide","size":4}', { font: 'sans', width: 'wide', size: 4 }],
  ['{"font":"comic","size":9}', usual],
  ['{"size":"4","width":"narrow"}', { ...usual, width: 'narrow' }],
  ['not json', usual],
  ['[]', usual],
])('the stored look %s is read, and what is unknown is as usual', (text, expected) => {
  expect(parseLook(text)).toEqual(expected);
});

test('the neighbors of a bookmark are those of its list, as far as they are known', () => {
  const places = [
    [4, 'a'],
    [5, 'b'],
    [7, 'c'],
  ] as const;
  const list: ReadingList = { href: '/', title: 'Bookmarks', total: 9, places };
  expect(placeInList(list, 'b')).toEqual({ place: 5, previous: 'a', next: null });
  expect(placeInList(list, 'c')).toEqual({ place: 7, previous: null, next: null });
  expect(placeInList(list, 'd')).toBeNull();
});
