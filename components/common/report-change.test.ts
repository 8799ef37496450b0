import { afterEach, expect, test, vi } from 'vitest';
import { endUndo, notify, takeToasts, undoLatest } from '@/components/common/notify';
import { reportChange } from '@/components/common/report-change';

afterEach(() => {
  endUndo();
  takeToasts();
});

function send() {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const undo = vi.fn();
  const done = reportChange(promise, (id) => ({
    message: 'Deleted',
    ...(id !== null && { undo: () => void undo(id) }),
  }));
  return { resolve, reject, done, undo };
}

const shown = () => takeToasts().map(({ message }) => message);

test('a change that is undone before its response is undone after it, once, without a toast', async () => {
  const { resolve, done, undo } = send();
  undoLatest();
  undoLatest();
  expect(undo).not.toHaveBeenCalled();
  resolve('change');
  expect(await done).toEqual({ isUndone: true });
  expect(undo.mock.calls).toEqual([['change']]);
  expect(shown()).toEqual([]);
});

test('a change is undone by its toast, which offers no undo if nothing was changed', async () => {
  const first = send();
  first.resolve('change');
  expect(await first.done).toEqual({ isUndone: false });
  const [toast] = takeToasts();
  toast?.undo?.();
  await vi.waitFor(() => expect(first.undo).toHaveBeenCalledWith('change'));
  const second = send();
  second.resolve(null);
  await second.done;
  expect(takeToasts()).toEqual([{ message: 'Deleted' }]);
});

test('a late response does not replace the undo of a later change', async () => {
  const { resolve, done, undo } = send();
  const later = vi.fn();
  notify({ message: 'Moved', undo: later });
  resolve('change');
  await done;
  undoLatest();
  expect(later).toHaveBeenCalledOnce();
  expect(undo).not.toHaveBeenCalled();
  expect(shown()).toEqual(['Deleted']);
});

test('a refused change leaves nothing to undo, whether Ctrl/Cmd+Z was pressed or not', async () => {
  const { reject, done, undo } = send();
  undoLatest();
  reject(new Error('No network'));
  await expect(done).rejects.toThrow('No network');
  undoLatest();
  expect(undo).not.toHaveBeenCalled();
  expect(shown()).toEqual([]);
});
