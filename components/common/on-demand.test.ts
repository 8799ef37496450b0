import { afterEach, expect, test, vi } from 'vitest';
import { isLoadFailure, loadCode, withTimeout } from '@/components/common/on-demand';

test.each([
  ['a script that could not be loaded', Object.assign(new Error('x'), { name: 'ChunkLoadError' }), true],
  ['a stylesheet that could not', Object.assign(new Error('x'), { code: 'CSS_CHUNK_LOAD_FAILED' }), true],
  ['any other error', new Error('x'), false],
])('load failure: %s', (_, error, isOne) => {
  expect(isLoadFailure(error)).toBe(isOne);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a script that does not arrive within 120 seconds could not be loaded', async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const settled = vi.fn();
  const loading = withTimeout(new Promise(() => undefined)).catch(settled);
  expect(timeout).toHaveBeenCalledExactlyOnceWith(120_000);
  await Promise.resolve();
  expect(settled).not.toHaveBeenCalled();
  limit.abort();
  await loading;
  expect(settled).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'ChunkLoadError' }));
});

test('a script that arrives or fails before is not affected', async () => {
  const limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  expect(await withTimeout(Promise.resolve('loaded'))).toBe('loaded');
  await expect(withTimeout(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  limit.abort();
});

const chunkError = Object.assign(new Error('x'), { name: 'ChunkLoadError' });

test.each([
  ['a script that cannot be loaded is reported', chunkError, [[chunkError]]],
  ['an error of the loaded code is not', new Error('x'), []],
])('in an event handler: %s', async (_, error, reported) => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  await expect(loadCode(Promise.reject(error))).rejects.toBe(error);
  expect(report.mock.calls).toEqual(reported);
});
