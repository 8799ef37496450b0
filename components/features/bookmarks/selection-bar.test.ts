import type { Mutation } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type ListContext, nothing, type Selection } from '@/components/features/bookmarks/selection';
import { followGoneRows } from '@/components/features/bookmarks/selection-bar';
import { sampleBookmark } from '@/lib/api/testing/samples';

const rowsOf = (...uuids: string[]) => new Map(uuids.map((uuid, place) => [place, sampleBookmark(uuid)]));

/** Returns what a write to one bookmark removes from a list, whose loaded rows are given before and after the write. */
function gone(
  id: string,
  uuid: string,
  { kind = 'some', status = 'success', before = ['listed', 'left'], after = ['listed'] } = {},
) {
  const goneBy = followGoneRows();
  const mutation = { options: { mutationKey: ['call', id] }, state: { variables: { params: { uuid } } } };
  const step = (now: string, uuids: string[]) => {
    Object.assign(mutation.state, { status: now });
    return goneBy(mutation as unknown as Mutation, {
      list: { rows: rowsOf(...uuids) } as unknown as ListContext['list'],
      selection: { ...nothing, kind: kind as Selection['kind'] },
    });
  };
  step('pending', before);
  return step(status, after);
}

test('a bookmark that leaves the list by a change is deselected, and one that stays is not', () => {
  expect(gone('bookmarks.favorite', 'left')).toBe('left');
  expect(gone('bookmarks.update', 'left')).toBe('left');
  expect(gone('bookmarks.favorite', 'listed')).toBeNull();
  expect(gone('bookmarks.delete', 'listed')).toBe('listed');
});

test('visits and pending changes deselect nothing', () => {
  expect(gone('bookmarks.visit', 'left')).toBeNull();
  expect(gone('bookmarks.favorite', 'left', { status: 'pending' })).toBeNull();
});

test('an exception to the whole list is not selected because its row is not loaded', () => {
  expect(gone('bookmarks.favorite', 'left', { kind: 'all' })).toBeNull();
  expect(gone('bookmarks.delete', 'unloaded', { kind: 'all' })).toBe('unloaded');
});

test('a bookmark whose row was not loaded stays selected when it is changed in its preview', () => {
  expect(gone('bookmarks.update', 'unloaded')).toBeNull();
});
