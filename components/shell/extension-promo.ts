export type Browser = 'chrome' | 'edge' | 'firefox' | 'safari';

/** Browser names as their makers write them; the same in every language. */
export const browserNames: Record<Browser, string> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
};

// Each browser names the ones it descends from, so the most particular name is looked for first.
const marks: readonly [RegExp, Browser][] = [
  [/\bEdg(?:A|iOS)?\//, 'edge'],
  [/\b(?:Firefox|FxiOS)\//, 'firefox'],
  [/\bOPR\/|\bSamsungBrowser\/|\bYaBrowser\//, 'chrome'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'chrome'],
  [/\bSafari\//, 'safari'],
];

/** Which browser a user agent is, null when it is none of the four. */
export const detectBrowser = (userAgent: string): Browser | null =>
  marks.find(([mark]) => mark.test(userAgent))?.[1] ?? null;

const dismissedKey = 'extensionPromoDismissed';
const installedKey = 'extensionInstalled';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Whether the card is wanted: not after it was dismissed, nor where the extension has made itself known. */
export function isPromoWanted(store: Store): boolean {
  try {
    return store.getItem(dismissedKey) === null && store.getItem(installedKey) === null;
  } catch {
    return false;
  }
}

/** Remembers that the card was dismissed; where nothing can be remembered it is gone for this visit only. */
export function dismissPromo(store: Store): void {
  try {
    store.setItem(dismissedKey, new Date().toISOString());
  } catch {
    // Storage is full or refused, and a card is not worth an error.
  }
}
