import { expect, test } from 'vitest';
import { bulkChoice, nothing } from '@/components/features/bookmarks/selection';
import { changeSelection } from '@/components/features/bookmarks/select-rows';

const some = changeSelection(nothing, { type: 'only', uuids: ['a', 'b'] });
const all = changeSelection(nothing, { type: 'all' });
const allButOne = changeSelection(all, { type: 'toggle', row: { uuid: 'a', place: 0 } });
const sort = 'created_at-DESC';

test('individually selected bookmarks are named individually', () => {
  expect(bulkChoice(some, { kind: 'library', view: 'trash', sort })).toEqual({ uuids: ['a', 'b'] });
  expect(bulkChoice(some, { kind: 'search', filter: { q: 'rust' } })).toEqual({ uuids: ['a', 'b'] });
});

test('a whole list is its query, with the excluded bookmarks', () => {
  expect(bulkChoice(all, { kind: 'library', view: 'all', sort })).toEqual({ query: {} });
  expect(bulkChoice(all, { kind: 'library', view: 'trash', sort })).toEqual({ query: { trash: true } });
  expect(bulkChoice(allButOne, { kind: 'collection', uuid: 'c', sort })).toEqual({
    query: { collection: 'c', except: ['a'] },
  });
  expect(bulkChoice(all, { kind: 'tag', name: 'ci/cd', sort })).toEqual({ query: { tag: 'ci/cd' } });
});

// Guarantee: a selection that cannot be expressed as a query never becomes a query for everything.
test('all of a search is refused rather than widened', () => {
  expect(() => bulkChoice(all, { kind: 'search', filter: { q: 'rust' } })).toThrow();
});
