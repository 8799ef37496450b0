import { afterEach, expect, test, vi } from 'vitest';
import {
  endUndo,
  forgetUndo,
  holdUndo,
  notify,
  onUndo,
  takeToasts,
  undoLatest,
} from '@/components/common/notify';

afterEach(() => {
  // An undo that a test leaves behind must not affect the next one.
  undoLatest();
  takeToasts();
});

test('Ctrl/Cmd+Z undoes the latest change, once, and presses no other button of a toast', () => {
  const [first, second, show] = [vi.fn(), vi.fn(), vi.fn()];
  notify({ message: 'Moved', undo: first });
  notify({ message: 'Deleted', undo: second });
  notify({ message: 'Kept on this device', action: { label: 'Show', run: show } });
  undoLatest();
  undoLatest();
  expect([first, second, show].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0]);
});

test('a toast with the same id that offers no undo ends the undo of the one before it', () => {
  const undo = vi.fn();
  notify({ id: 'order', message: 'Placed', undo });
  notify({ id: 'order', message: 'That failed' });
  undoLatest();
  expect(undo).not.toHaveBeenCalled();
});

test('a change without an undo ends Ctrl/Cmd+Z of the one before it, also if its response is late', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const pending = holdUndo(first);
  endUndo();
  pending.notify({ message: 'Moved', undo: first });
  undoLatest();
  notify({ message: 'Deleted', undo: second });
  endUndo();
  undoLatest();
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

test('the undo of a closed toast is gone', () => {
  const toast = { message: 'Moved', undo: vi.fn() };
  notify(toast);
  forgetUndo(toast);
  undoLatest();
  expect(toast.undo).not.toHaveBeenCalled();
});

test('an undone toast closes, even if it is not rendered yet', () => {
  const close = vi.fn();
  const stop = onUndo(close);
  const toast = { message: 'Moved', undo: vi.fn() };
  notify(toast);
  undoLatest();
  stop();
  expect(close).toHaveBeenCalledWith(toast);
  expect(takeToasts()).toEqual([]);
});

test('a change is undone before its response and its toast, which then does not appear', () => {
  const undo = vi.fn();
  const pending = holdUndo(undo);
  undoLatest();
  pending.notify({ message: 'Dropped', undo });
  undoLatest();
  expect(undo).toHaveBeenCalledOnce();
  expect(takeToasts()).toEqual([]);
});

test('a late response does not hide a later change from Ctrl/Cmd+Z', () => {
  const [early, late] = [vi.fn(), vi.fn()];
  const pending = holdUndo(early);
  notify({ message: 'Deleted', undo: late });
  pending.notify({ message: 'Dropped', undo: early });
  undoLatest();
  expect([early, late].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  expect(takeToasts().map(({ message }) => message)).toEqual(['Dropped']);
});

test('a toast that was undone before the response is not shown again by the response', () => {
  const undo = vi.fn();
  const pending = holdUndo(undo);
  pending.notify({ id: 'bulk', message: '5 favorites', undo });
  undoLatest();
  pending.notify({ id: 'bulk', message: '3 favorites', undo });
  expect(takeToasts()).toEqual([]);
  undoLatest();
  expect(undo).toHaveBeenCalledOnce();
});

test('the response replaces the toast, and with it what Ctrl/Cmd+Z undoes', () => {
  const undo = vi.fn();
  const pending = holdUndo(undo);
  pending.notify({ id: 'bulk', message: '5 favorites', undo });
  const [early] = takeToasts();
  pending.notify({ id: 'bulk', message: 'Nothing to change' });
  undoLatest();
  expect(undo).not.toHaveBeenCalled();
  early?.undo?.();
  expect(undo).toHaveBeenCalledOnce();
});

test('a change that was refused cannot be undone', () => {
  const undo = vi.fn();
  holdUndo(undo).drop();
  undoLatest();
  expect(undo).not.toHaveBeenCalled();
});
