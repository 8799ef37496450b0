import { afterEach, expect, test, vi } from 'vitest';
import { endUndo, notify, takeToasts, undoLatest } from '@/components/common/notify';
import { useFileGroup } from '@/components/features/suggestions/group-cards';
import { renderHook } from '@/components/testing/render-hook';
import { sampleCollection } from '@/lib/api/testing/samples';
import type { SuggestedGroup } from '@/lib/contract/search';
import { loadMessages } from '@/lib/i18n/load-messages';

const messages = await loadMessages('en', ['Suggestions', 'Collections']);

afterEach(() => {
  endUndo();
  takeToasts();
});

const shown = () => takeToasts().map(({ message }) => message);
const group: SuggestedGroup = {
  name: 'CSS',
  isNew: true,
  reason: '',
  confidence: 1,
  uuids: ['a', 'b'],
  bookmarks: [],
};

/** Files a group to a new collection. */
function file() {
  const { result, ...service } = renderHook(useFileGroup, messages);
  return { done: result.file(group, 'CSS'), ...service };
}

test('Ctrl/Cmd+Z undoes a filed group while its collection is being created', async () => {
  const { done, answer, called } = file();
  undoLatest();
  await answer(0, sampleCollection('css'));
  await answer(1, { affected: 2, undo: 'change' });
  expect(await done).toBe(false);
  expect(shown()).toEqual([]);
  await answer(2, { affected: 2 });
  await answer(3, null);
  await vi.waitFor(() => expect(shown()).toEqual(['Undone']));
  expect(called()).toEqual(['collections.create', 'bookmarks.bulk', 'bookmarks.undo', 'collections.delete']);
});

test('Ctrl/Cmd+Z undoes a filed group while its bookmarks are being moved', async () => {
  const older = vi.fn();
  notify({ message: 'Moved', undo: older });
  const { done, answer, called } = file();
  await answer(0, sampleCollection('css'));
  await vi.waitFor(() => expect(called()).toContain('bookmarks.bulk'));
  undoLatest();
  await answer(1, { affected: 2, undo: 'change' });
  await done;
  await vi.waitFor(() => expect(called()).toContain('bookmarks.undo'));
  expect(older).not.toHaveBeenCalled();
});

test('a change that is made while a group is filed is undone first', async () => {
  const later = vi.fn();
  const { done, answer, called } = file();
  notify({ message: 'Moved', undo: later });
  await answer(0, sampleCollection('css'));
  await answer(1, { affected: 2, undo: 'change' });
  expect(await done).toBe(true);
  undoLatest();
  expect(later).toHaveBeenCalledOnce();
  expect(called()).toEqual(['collections.create', 'bookmarks.bulk']);
});

test('a group that cannot be filed leaves no collection and nothing to undo', async () => {
  const { done, answer, called } = file();
  await answer(0, sampleCollection('css'));
  await answer(1, new Error('No network'));
  await answer(2, null);
  expect(await done).toBe(false);
  undoLatest();
  expect(called()).toEqual(['collections.create', 'bookmarks.bulk', 'collections.delete']);
  expect(shown()).toEqual([expect.stringContaining('still where they were')]);
});
