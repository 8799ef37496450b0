import { afterEach, expect, test, vi } from 'vitest';
import { isPromoWanted } from '@/components/shell/extension-promo';
import { detectBrowser } from '@/components/shell/extension-promo-card';

afterEach(() => {
  vi.unstubAllGlobals();
});

function stubStorage(entries: Record<string, string> = {}): void {
  const map = new Map(Object.entries(entries));
  vi.stubGlobal('localStorage', { getItem: (key: string) => map.get(key) ?? null });
}

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'chrome',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'edge',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'firefox'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'safari',
  ],
  // Extensions are not available there.
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    null,
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
    null,
  ],
  ['curl/8.5.0', null],
  ['', null],
])('%s is %s', (userAgent, browser) => {
  expect(detectBrowser(userAgent)).toBe(browser);
});

test('the card is shown until it is dismissed or the extension is installed', () => {
  stubStorage();
  expect(isPromoWanted()).toBe(true);
  stubStorage({ extensionPromoDismissed: '2026-01-01T00:00:00.000Z' });
  expect(isPromoWanted()).toBe(false);
  stubStorage({ extensionInstalled: 'true' });
  expect(isPromoWanted()).toBe(false);
});

test('without storage the card is hidden', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  expect(isPromoWanted()).toBe(false);
  vi.stubGlobal('localStorage', undefined);
  expect(isPromoWanted()).toBe(false);
});
