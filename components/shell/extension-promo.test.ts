import { expect, test } from 'vitest';
import { detectBrowser, dismissPromo, isPromoWanted } from '@/components/shell/extension-promo';

const store = (entries: Record<string, string> = {}) => {
  const map = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
};

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
  ['curl/8.5.0', null],
  ['', null],
])('%s is %s', (userAgent, browser) => {
  expect(detectBrowser(userAgent)).toBe(browser);
});

test('the card is shown until it is dismissed, and stays away from then on', () => {
  const storage = store();
  expect(isPromoWanted(storage)).toBe(true);
  dismissPromo(storage);
  expect(isPromoWanted(storage)).toBe(false);
});

test('the card is not shown where the extension is installed', () => {
  expect(isPromoWanted(store({ extensionInstalled: 'true' }))).toBe(false);
});

test('storage that refuses hides the card and breaks nothing', () => {
  const refusing = {
    getItem: (): string | null => {
      throw new DOMException('denied', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(isPromoWanted(refusing)).toBe(false);
  expect(() => dismissPromo(refusing)).not.toThrow();
});
