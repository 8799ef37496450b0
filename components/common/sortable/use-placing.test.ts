import { afterEach, expect, test, vi } from 'vitest';
import { endUndo, takeToasts, undoLatest } from '@/components/common/notify';
import { usePlacing } from '@/components/common/sortable/use-placing';
import { renderHook } from '@/components/testing/render-hook';
import { loadMessages } from '@/lib/i18n/load-messages';

const messages = await loadMessages('en', ['Sorting']);

afterEach(() => {
  endUndo();
  takeToasts();
});

function setUp() {
  const move = vi.fn(() => Promise.resolve());
  const moveBack = vi.fn(() => Promise.resolve());
  const options = { id: 'order', keys: ['a', 'b', 'c', 'd'], move, moveBack, failed: 'Not moved' };
  const { result: place } = renderHook(() => usePlacing(options), messages);
  return { place, move, moveBack };
}

const shown = () => takeToasts().map(({ message }) => message);

test('Ctrl/Cmd+Z moves a dropped row back beside its neighbor, once', () => {
  const { place, move, moveBack } = setUp();
  place('c', { before: 'a' }, 0, false);
  expect(move.mock.calls).toEqual([[{ params: { uuid: 'c' }, body: { before: 'a' } }]]);
  undoLatest();
  undoLatest();
  expect(moveBack.mock.calls).toEqual([[{ params: { uuid: 'c' }, body: { after: 'b' } }]]);
});

test('only the latest move can be undone; the first row moves back before the second', () => {
  const { place, moveBack } = setUp();
  place('c', { before: 'a' }, 0, false);
  place('a', { after: 'd' }, 3, false);
  undoLatest();
  undoLatest();
  expect(moveBack.mock.calls).toEqual([[{ params: { uuid: 'a' }, body: { before: 'b' } }]]);
});

test('a refused move says so, and leaves nothing to undo', async () => {
  const { place, move, moveBack } = setUp();
  move.mockRejectedValueOnce(new Error('No network'));
  place('c', { before: 'a' }, 0, false);
  await vi.waitFor(() => expect(shown()).toContain('Not moved'));
  undoLatest();
  expect(moveBack).not.toHaveBeenCalled();
});
