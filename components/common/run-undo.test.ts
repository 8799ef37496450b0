import { afterEach, expect, test, vi } from 'vitest';
import { type ToastOptions, takeToasts } from '@/components/common/notify';
import { runUndo, type UndoProgress } from '@/components/common/run-undo';
import { ApiProblem } from '@/lib/api/problem';

const t = ((key: string, values?: object) =>
  `${key}${values ? JSON.stringify(values) : ''}`) as unknown as Parameters<typeof runUndo>[0];

afterEach(() => {
  vi.useRealTimers();
  takeToasts();
});

/** Starts an undo that the test continues. */
function start() {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let report: (progress: UndoProgress) => void = () => undefined;
  const undo = vi.fn((onProgress: typeof report) => {
    report = onProgress;
    return promise;
  });
  const done = runUndo(t, undo, (count) => `undone ${count}`);
  return { undo, done, resolve, reject, report: (progress: UndoProgress) => report(progress) };
}

const shown = () => takeToasts().map(({ id: _, ...toast }) => toast);

test('an undo of thousands shows its progress in one toast, then its result', async () => {
  const { done, resolve, report } = start();
  report({ done: 2_000, total: 20_000 });
  report({ done: 15_000, total: 20_000 });
  resolve(20_000);
  expect(await done).toBe(true);
  const toasts = takeToasts();
  expect(toasts.map(({ message, progress }) => [message, progress])).toEqual([
    ['undoing{"done":2000,"total":20000}', 0.1],
    ['undoing{"done":15000,"total":20000}', 0.75],
    ['undone 20000', undefined],
  ]);
  expect(new Set(toasts.map(({ id }: ToastOptions) => id)).size).toBe(1);
});

test('one that takes long shows that it is working; a quick one shows only its result', async () => {
  vi.useFakeTimers();
  const long = start();
  vi.advanceTimersByTime(500);
  expect(shown()).toEqual([{ message: 'undoingLong', progress: null }]);
  long.resolve(1);
  await long.done;
  takeToasts();
  const quick = start();
  quick.resolve(1);
  await quick.done;
  vi.advanceTimersByTime(500);
  expect(shown()).toEqual([{ message: 'undone 1' }]);
});

test('one that fails can be tried again, unless the change is gone', async () => {
  const failing = start();
  failing.reject(new Error('No network'));
  expect(await failing.done).toBe(false);
  const [failed] = takeToasts();
  expect(failed).toMatchObject({ message: 'undoFailed', action: { label: 'retry' } });
  failed?.action?.run();
  expect(failing.undo).toHaveBeenCalledTimes(2);
  await vi.waitFor(() => expect(takeToasts()).toHaveLength(1));

  const gone = start();
  gone.reject(new ApiProblem(404, { code: 'NOT_FOUND' }));
  await gone.done;
  expect(shown()).toEqual([{ message: 'undoGone', tone: 'bad' }]);
});
