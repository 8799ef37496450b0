import { browser } from 'wxt/browser';
import { isLiveUrl } from '@/lib/domain/live-url';
import { getTranslator } from '@/extension/lib/browser-messages';
import { findSaved } from '@/extension/lib/library';
import { getQueue, onQueue } from '@/extension/lib/queue';
import { getSettings } from '@/extension/lib/settings';

/** Values of --accent and --ok of the light theme; the browser draws the text on them in white. */
const colors = { queued: '#b93a1a', saved: '#1d7a4c', failed: '#b42318' } as const;

/** Shows the number of waiting saves on the button and, if the user wants it, a mark on pages that are saved. */
export function watchBadge(): void {
  onQueue((queue) => void showCount(queue.length));
  browser.tabs.onActivated.addListener(({ tabId }) => void markIfWanted(tabId));
  browser.tabs.onUpdated.addListener((tabId, { status }) => {
    // The browser clears the badge of a tab when it loads another page.
    if (status !== undefined) void markIfWanted(tabId);
  });
}

export async function showQueue(): Promise<void> {
  await showCount((await getQueue()).length);
}

async function showCount(count: number): Promise<void> {
  const t = await getTranslator();
  await browser.action.setBadgeBackgroundColor({ color: colors.queued });
  await browser.action.setBadgeText({ text: count === 0 ? '' : String(count) });
  await browser.action.setTitle({ title: count === 0 ? t('name') : t('badgeQueued', { count }) });
}

/** Marks a tab: its page was saved, or it cannot be saved. The mark ends with the page. */
export async function markTab(tabId: number, mark: 'saved' | 'failed'): Promise<void> {
  const t = await getTranslator();
  await browser.action.setBadgeBackgroundColor({ tabId, color: colors[mark] });
  await browser.action.setBadgeText({ tabId, text: mark === 'saved' ? '✓' : '!' });
  await browser.action.setTitle({ tabId, title: t(mark === 'saved' ? 'badgeSaved' : 'badgeFailed') });
}

/** Compares the address of a tab with the local copy; no address leaves the device. */
async function markIfWanted(tabId: number): Promise<void> {
  if (!(await getSettings()).marks) return;
  try {
    const { url } = await browser.tabs.get(tabId);
    if (url !== undefined && isLiveUrl(url) && (await findSaved(url)).length > 0)
      await markTab(tabId, 'saved');
  } catch {
    // The tab was closed in the meantime.
  }
}
