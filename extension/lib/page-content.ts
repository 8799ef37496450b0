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

/** Runs a self-contained function in the page; null where extensions may not, such as in the browser's store. */
export async function runInPage<T, Args extends unknown[]>(
  tabId: number,
  func: (...args: Args) => T,
  ...args: Args
): Promise<Awaited<T> | null> {
  try {
    const [frame] = await browser.scripting.executeScript({ target: { tabId }, func, args });
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
