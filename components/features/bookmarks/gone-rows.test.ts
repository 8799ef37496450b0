import type { Mutation } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { ListContext } from '@/components/features/bookmarks/list-context';
import { goneBy } from '@/components/features/bookmarks/selection-bar';
import { nothing, type Selection } from '@/components/features/bookmarks/selection';
import { sampleBookmark } from '@/lib/api/testing/samples';

const rows = new Map([[0, sampleBookmark('listed')]]);

/** Returns what a successful write to one bookmark removes from the list. */
function gone(id: string, uuid: string, kind: Selection['kind'] = 'some', status = 'success') {
  const mutation = {
    options: { mutationKey: ['call', id] },
    state: { status, variables: { params: { uuid } } },
  };
  return goneBy(mutation as unknown as Mutation, {
    list: { rows } as unknown as ListContext['list'],
    selection: { ...nothing, kind },
  });
}

test('a bookmark that leaves the list by a change is deselected, and one that stays is not', () => {
  expect(gone('bookmarks.favorite', 'left')).toBe('left');
  expect(gone('bookmarks.update', 'left')).toBe('left');
  expect(gone('bookmarks.favorite', 'listed')).toBeNull();
  expect(gone('bookmarks.delete', 'listed')).toBe('listed');
});

test('visits and pending changes deselect nothing', () => {
  expect(gone('bookmarks.visit', 'left')).toBeNull();
  expect(gone('bookmarks.favorite', 'left', 'some', 'pending')).toBeNull();
});

test('an exception to the whole list is not selected because its row is not loaded', () => {
  expect(gone('bookmarks.favorite', 'unloaded', 'all')).toBeNull();
  expect(gone('bookmarks.delete', 'unloaded', 'all')).toBe('unloaded');
});
