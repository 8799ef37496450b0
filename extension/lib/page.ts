import { browser } from 'wxt/browser';
import { isLiveUrl } from '@/lib/domain/live-url';

/** The page of a tab, as far as the browser shows it to the extension. */
export interface Page {
  readonly tabId: number;
  readonly url: string;
  readonly title: string;
  /** Selected text; empty without one, or if the page does not run scripts of extensions. */
  readonly selection: string;
  /** Content of the page's description tag. */
  readonly description: string;
}

/** Why the current tab has no page to save: no web address, or the browser does not show it to the extension. */
export type NoPage = 'not_web' | 'hidden';

/**
 * Returns the page of the active tab of the window, or of the given tab. Its address is visible after a click on the
 * extension (`activeTab`), on the user's own server, or with the optional permission `tabs`.
 */
export async function readPage(tabId?: number): Promise<Page | NoPage> {
  const [tab] =
    tabId === undefined
      ? await browser.tabs.query({ active: true, currentWindow: true })
      : [await browser.tabs.get(tabId)];
  if (tab?.id === undefined || tab.url === undefined || tab.url === '') return 'hidden';
  if (!isLiveUrl(tab.url)) return 'not_web';
  const texts = await runInPage(tab.id, readTexts);
  return {
    tabId: tab.id,
    url: tab.url,
    title: tab.title ?? '',
    selection: texts?.selection ?? '',
    description: texts?.description ?? '',
  };
}

/** Returns the page's HTML as the browser shows it; null if the browser does not allow to read it. */
export const readPageHtml = (tabId: number): Promise<string | null> =>
  runInPage(tabId, () => document.documentElement.outerHTML);

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
