import { afterAll, afterEach, expect, vi } from 'vitest';

/** Fails a test that prints an unexpected warning or error, so that noise does not hide real messages. */
const error = vi.spyOn(console, 'error');
const warn = vi.spyOn(console, 'warn');

afterEach(() => {
  const calls = [...error.mock.calls, ...warn.mock.calls];
  error.mockClear();
  warn.mockClear();
  expect(calls, 'unexpected console.error or console.warn').toEqual([]);
});

// Test files share their globals.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
