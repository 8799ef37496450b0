import { afterEach, expect, test, vi } from 'vitest';
import { endUndo, notify, takeToasts, undoLatest } from '@/components/common/notify';
import { useDeleteTag, useRenameTag } from '@/components/features/tags/tag-menu';
import { renderHook } from '@/components/testing/render-hook';
import { loadMessages } from '@/lib/i18n/load-messages';

const messages = await loadMessages('en', ['Tags', 'Common']);

afterEach(() => {
  endUndo();
  takeToasts();
});

const shown = () => takeToasts().map(({ message }) => message);

function change(kind: 'rename' | 'delete') {
  const useChange = () => ({ remove: useDeleteTag(), rename: useRenameTag() });
  const { result, ...service } = renderHook(useChange, messages);
  const done =
    kind === 'delete'
      ? result.remove({ name: 'css', count: 3, decrypted: 0 })
      : result.rename({ from: 'css', to: 'style', isMerge: false });
  return { done, ...service };
}

test.each([
  ['delete', 'tags.deleteNamed'],
  ['rename', 'tags.renameNamed'],
] as const)('Ctrl/Cmd+Z undoes a %s of a tag before its response', async (kind, call) => {
  const { done, answer, called } = change(kind);
  undoLatest();
  await answer(0, { affected: 3, undo: 'change' });
  expect(await done).toBe(true);
  expect(shown()).toEqual([]);
  await answer(1, { affected: 3 });
  await vi.waitFor(() => expect(shown()).toEqual(['Undone']));
  expect(called()).toEqual([call, 'bookmarks.undo']);
});

test.each(['delete', 'rename'] as const)(
  'a change that is made before the response to a %s of a tag is undone first',
  async (kind) => {
    const later = vi.fn();
    const { done, answer, called } = change(kind);
    notify({ message: 'Moved', undo: later });
    await answer(0, { affected: 3, undo: 'change' });
    await done;
    undoLatest();
    expect(later).toHaveBeenCalledOnce();
    expect(called()).toHaveLength(1);
  },
);

test('a refused change of a tag leaves nothing to undo', async () => {
  const { done, answer, called } = change('delete');
  await answer(0, new Error('No network'));
  expect(await done).toBe(false);
  undoLatest();
  expect(called()).toEqual(['tags.deleteNamed']);
  expect(shown()).toEqual([expect.stringContaining('css')]);
});
