import { browser } from 'wxt/browser';

/** What a page itself says to the extension. */
export interface PageContent {
  /** Selected text; empty without one, or if the page does not run scripts of extensions. */
  readonly selection: string;
  /** Content of the page's description tag. */
  readonly description: string;
}

/** Reads what the page says. It does not end while the page is loading, is busy, or is stopped in the debugger. */
export async function readPageContent(tabId: number): Promise<PageContent> {
  return (await runInPage(tabId, readTexts)) ?? { selection: '', description: '' };
}

/** A page that has no time for its HTML in this time is saved without it. */
const htmlMaxMs = 5_000;

/** Returns the page's HTML as the browser shows it; null if the browser does not allow to read it, or in time. */
export const readPageHtml = (tabId: number): Promise<string | null> =>
  Promise.race([
    runInPage(tabId, () => document.documentElement.outerHTML),
    new Promise<null>((resolve) => setTimeout(resolve, htmlMaxMs, null)),
  ]);

/** Runs a self-contained function in the page; null where extensions may not, such as in the browser's store. */
async function runInPage<T>(tabId: number, func: () => T): Promise<T | null> {
  try {
    const [frame] = await browser.scripting.executeScript({ target: { tabId }, func });
    return frame?.result ?? null;
  } catch {
    return null;
  }
}

const readTexts = () => ({
  selection: (globalThis.getSelection()?.toString() ?? '').slice(0, 65_536),
  description:
    document
      .querySelector('meta[name="description" i], meta[property="og:description" i]')
      ?.getAttribute('content') ?? '',
});
