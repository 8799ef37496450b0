import { call } from '@/extension/lib/client';
import { readPageHtml } from '@/extension/lib/page-content';
import { serviceLimits } from '@/lib/contract/service-limits';

/** Sends the page as the browser shows it, so that pages behind a login can be read in Markwell. */
export const sendPageText = {
  /** Returns the HTML of a page, as much of it as the server reads; null if the browser does not allow it. */
  read: async (tabId: number): Promise<Uint8Array<ArrayBuffer> | null> => {
    const html = await readPageHtml(tabId);
    return html === null ? null : new TextEncoder().encode(html).slice(0, serviceLimits.pageHtmlBytes);
  },
  /** Sends it to a saved bookmark. Returns what to tell the user, or null. */
  send: async (
    uuid: string,
    html: Uint8Array<ArrayBuffer> | null,
  ): Promise<'pageTextFailed' | 'pageTextEmpty' | null> => {
    if (html === null) return 'pageTextFailed';
    try {
      const body = new Blob([html], { type: 'text/html; charset=utf-8' });
      const { status } = await call('bookmarks.sendContent', { params: { uuid }, body });
      return status === 'empty' ? 'pageTextEmpty' : null;
    } catch {
      return 'pageTextFailed';
    }
  },
};
