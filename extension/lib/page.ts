import { browser } from 'wxt/browser';
import { isLiveUrl } from '@/lib/domain/live-url';

/** The page of a tab, as the browser knows it without asking the page. */
export interface Page {
  readonly tabId: number;
  readonly url: string;
  readonly title: string;
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
  return { tabId: tab.id, url: tab.url, title: tab.title ?? '' };
}
