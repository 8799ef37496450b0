import { afterEach, expect, test, vi } from 'vitest';
import { watchOffline } from '@/app/(app)/watch-offline';

afterEach(() => vi.unstubAllGlobals());

function browser(onLine: boolean): EventTarget {
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.stubGlobal('navigator', { onLine });
  return window;
}

const offline = () => new Event('offline');

test('a page says once that it went offline', () => {
  const window = browser(true);
  const announce = vi.fn();
  watchOffline(announce);
  expect(announce).not.toHaveBeenCalled();
  window.dispatchEvent(offline());
  window.dispatchEvent(offline());
  expect(announce).toHaveBeenCalledOnce();
});

test('a page that was opened without a network says so', () => {
  const window = browser(false);
  const announce = vi.fn();
  watchOffline(announce);
  window.dispatchEvent(offline());
  expect(announce).toHaveBeenCalledOnce();
});

test('a page that is left says nothing', () => {
  const window = browser(true);
  const announce = vi.fn();
  watchOffline(announce)();
  window.dispatchEvent(offline());
  expect(announce).not.toHaveBeenCalled();
});
