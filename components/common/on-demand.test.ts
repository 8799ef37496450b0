import { afterEach, expect, test, vi } from 'vitest';
import { isLoadFailure, withTimeout } from '@/components/common/on-demand';

test.each([
  ['a script that could not be loaded', Object.assign(new Error('x'), { name: 'ChunkLoadError' }), true],
  ['a stylesheet that could not', Object.assign(new Error('x'), { code: 'CSS_CHUNK_LOAD_FAILED' }), true],
  ['any other error', new Error('x'), false],
])('what is a load failure: %s', (_, error, isOne) => {
  expect(isLoadFailure(error)).toBe(isOne);
});

afterEach(() => void vi.useRealTimers());

test('a script that does not arrive within 120 seconds could not be loaded', async () => {
  vi.useFakeTimers();
  const settled = vi.fn();
  withTimeout(new Promise(() => undefined)).catch(settled);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'ChunkLoadError' }));
});

test('a script that arrives or fails before is not affected', async () => {
  vi.useFakeTimers();
  expect(await withTimeout(Promise.resolve('loaded'))).toBe('loaded');
  await expect(withTimeout(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  await vi.runAllTimersAsync();
});
