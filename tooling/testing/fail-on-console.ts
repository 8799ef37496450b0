import { afterEach, expect, vi } from 'vitest';

/** An unexpected warning is a defect: a test that prints one fails, so that noise never hides a real message. */
const error = vi.spyOn(console, 'error');
const warn = vi.spyOn(console, 'warn');

afterEach(() => {
  const calls = [...error.mock.calls, ...warn.mock.calls];
  error.mockClear();
  warn.mockClear();
  expect(calls, 'unexpected console.error or console.warn').toEqual([]);
});
