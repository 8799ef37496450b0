import { afterEach, expect, test, vi } from 'vitest';
import { endUndo, notify, takeToasts, undoLatest } from '@/components/common/notify';
import { useMerge, useMergeAll } from '@/components/features/duplicates/use-merge';
import { renderHook } from '@/components/testing/render-hook';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { loadMessages } from '@/lib/i18n/load-messages';

const messages = await loadMessages('en', ['Duplicates', 'Common']);

afterEach(() => {
  endUndo();
  takeToasts();
});

const shown = () => takeToasts().map(({ message }) => message);
const reply = { bookmark: sampleBookmark('a'), affected: 4, undo: 'change' };

function merge(kind: 'one' | 'all') {
  const onBack = vi.fn();
  const useBoth = () => ({ one: useMerge({ onBack }), all: useMergeAll() });
  const { result, ...service } = renderHook(useBoth, messages);
  const done = kind === 'all' ? result.all('oldest') : result.one({ keep: 'a', uuids: ['a', 'b'] });
  return { done, onBack, ...service };
}

test('Ctrl/Cmd+Z undoes a merge before its response, and its group is shown again', async () => {
  const { done, onBack, answer, called } = merge('one');
  undoLatest();
  await answer(0, reply);
  await done;
  expect(shown()).toEqual([]);
  await answer(1, { affected: 2 });
  await vi.waitFor(() => expect(onBack).toHaveBeenCalledOnce());
  expect(shown()).toEqual(['Undone']);
  expect(called()).toEqual(['bookmarks.merge', 'bookmarks.undo']);
});

test('Ctrl/Cmd+Z undoes a merge of all groups before its response', async () => {
  const { done, answer, called } = merge('all');
  undoLatest();
  await answer(0, reply);
  await done;
  await answer(1, { affected: 4 });
  await vi.waitFor(() => expect(shown()).toEqual(['Undone']));
  expect(called()).toEqual(['bookmarks.mergeDuplicates', 'bookmarks.undo']);
});

test.each(['one', 'all'] as const)(
  'a change that is made before the response to a merge of %s is undone first',
  async (kind) => {
    const later = vi.fn();
    const { done, answer, called } = merge(kind);
    notify({ message: 'Moved', undo: later });
    await answer(0, reply);
    await done;
    undoLatest();
    expect(later).toHaveBeenCalledOnce();
    expect(called()).toHaveLength(1);
  },
);
