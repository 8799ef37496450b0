import { expect, test } from 'vitest';
import { BookmarkSort, CollectionSort } from '@/lib/contract/account';
import { bookmarkSorts, collectionSorts } from '@/lib/contract/sorts';
import { sortQuery } from '@/lib/domain/sort';

test('a sort order is split into field and direction', () => {
  expect(sortQuery('created_at-DESC')).toEqual({ sortField: 'created_at', sortOrder: 'DESC' });
  expect(sortQuery('name-ASC')).toEqual({ sortField: 'name', sortOrder: 'ASC' });
});

test('every sort order of the contract can be chosen', () => {
  expect([...bookmarkSorts].sort()).toEqual([...BookmarkSort.options].sort());
  expect([...collectionSorts].sort()).toEqual([...CollectionSort.options].sort());
});
