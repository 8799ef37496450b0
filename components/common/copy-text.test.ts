import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './copy-text';

afterEach(() => vi.unstubAllGlobals());

test('the copied text is on the clipboard', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await expect(copyText('https://a.example/')).resolves.toBe(true);
  expect(writeText).toHaveBeenCalledExactlyOnceWith('https://a.example/');
});

test('without a clipboard, or with one that refuses, it returns false and does not throw', async () => {
  vi.stubGlobal('navigator', {});
  await expect(copyText('text')).resolves.toBe(false);
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('refused')) } });
  await expect(copyText('text')).resolves.toBe(false);
});
