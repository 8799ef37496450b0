import { browser, type Browser } from 'wxt/browser';
import { limits } from '@/lib/contract/limits';
import { isLiveUrl } from '@/lib/domain/live-url';
import { markTab } from '@/extension/background/badge';
import { getTranslator } from '@/extension/lib/browser-messages';
import { NotConnected } from '@/extension/lib/client';
import { getConnection } from '@/extension/lib/connection';
import { applyChange } from '@/extension/lib/library';
import { saveBookmark, type NewBookmark } from '@/extension/lib/queue';
import { getSettings, localeOf } from '@/extension/lib/settings';
import { saveWindowTabs } from '@/extension/lib/window-tabs';

type Tab = Browser.tabs.Tab;

/** Saves the page of a tab with the defaults of the settings, and shows the result on the button. */
export async function savePage(tab: Tab, notes = ''): Promise<void> {
  await saveLink(tab, tab.url ?? '', { title: tab.title ?? '', ...(notes !== '' && { notes }) });
}

/** Saves an address from the page of a tab. */
export async function saveLink(
  tab: Tab | undefined,
  url: string,
  fields: Pick<NewBookmark, 'title' | 'notes'> = {},
): Promise<void> {
  const mark = await save(url, fields);
  if (tab?.id !== undefined && mark !== null) await markTab(tab.id, mark).catch(() => undefined);
}

async function save(
  url: string,
  { title = '', notes }: Pick<NewBookmark, 'title' | 'notes'>,
): Promise<'saved' | 'failed' | null> {
  if (!isLiveUrl(url)) return 'failed';
  const { space, collection } = await getSettings();
  const body: NewBookmark = {
    url,
    title: cut(title, limits.titleLength),
    ...(notes !== undefined && { notes: cut(notes, limits.notesLength) }),
    ...(collection !== null && { collections: [collection] }),
  };
  try {
    const result = await saveBookmark(body, space === null ? {} : { space });
    // The badge shows how many are waiting.
    if (result.status === 'queued') return null;
    const savedIn = space ?? (await getConnection())?.space;
    if (savedIn !== undefined) await applyChange(result.bookmark.uuid, result.bookmark, savedIn);
    return 'saved';
  } catch (error) {
    if (error instanceof NotConnected) await browser.runtime.openOptionsPage();
    return 'failed';
  }
}

/** Limits are in code points. */
const cut = (text: string, length: number): string => Array.from(text).slice(0, length).join('');

/** Saves all tabs of the window of a tab into a collection with the date in its name. */
export async function saveTabs(tab: Tab): Promise<void> {
  const settings = await getSettings();
  const t = await getTranslator();
  const date = new Date().toLocaleString(localeOf(settings), { dateStyle: 'medium', timeStyle: 'short' });
  try {
    const name = t('tabsCollection', { date });
    await saveWindowTabs(tab.windowId, name, settings.space ?? undefined);
    if (tab.id !== undefined) await markTab(tab.id, 'saved');
  } catch (error) {
    if (error instanceof NotConnected) await browser.runtime.openOptionsPage();
    if (tab.id !== undefined) await markTab(tab.id, 'failed');
  }
}
