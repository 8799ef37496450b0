import { browser } from 'wxt/browser';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';
import { getTranslator } from '@/extension/lib/browser-messages';
import { call } from '@/extension/lib/client';
import { getConnection } from '@/extension/lib/connection';
import { findSaved, syncLibrary } from '@/extension/lib/library';
import { searchLibrary } from '@/extension/lib/search-library';
import { describe, plainText, type Describe } from '@/extension/background/suggestion';

const suggestionsMax = 6;
const debounceMs = 120;
const maxAgeMs = 60_000;

type Suggestion = { content: string; description: string };

/** Chrome parses descriptions as XML, Firefox shows them as they are. */
const describeRow: Describe = import.meta.env.FIREFOX ? plainText : describe;

/** Finds bookmarks after `mw` and a space in the address bar: in the local copy, or else on the server. */
export function watchOmnibox(): void {
  let latest = 0;
  browser.omnibox.onInputStarted.addListener(() => {
    void syncLibrary(maxAgeMs).catch(() => undefined);
  });
  browser.omnibox.onInputChanged.addListener((text, suggest) => {
    latest += 1;
    const input = latest;
    setTimeout(() => {
      if (input === latest) void suggestFor(text, suggest, () => input === latest);
    }, debounceMs);
  });
  browser.omnibox.onInputEntered.addListener((text, disposition) => void open(text, disposition));
}

async function suggestFor(
  text: string,
  suggest: (suggestions: Suggestion[]) => void,
  isLatest: () => boolean,
): Promise<void> {
  const t = await getTranslator();
  const connection = await getConnection();
  const hint = connection === null ? t('omniboxConnect') : t('omniboxHint', { text });
  await browser.omnibox.setDefaultSuggestion({ description: describeRow(hint) });
  if (connection === null || text.trim() === '') return;
  const local = await searchLibrary(text, suggestionsMax).catch(() => []);
  const found: readonly Bookmark[] = local.length > 0 ? local : await searchServer(text);
  if (isLatest()) suggest(found.flatMap(suggestionOf));
}

async function searchServer(q: string): Promise<readonly Bookmark[]> {
  try {
    return (await call('search.find', { query: { q, size: suggestionsMax } })).bookmarks;
  } catch {
    return [];
  }
}

function suggestionOf({ title, url }: Bookmark): Suggestion[] {
  if (url === null || !isLiveUrl(url)) return [];
  return [{ content: url, description: describeRow(title ?? '', url) }];
}

/** Opens a chosen bookmark, or the search of the app for a text that is none. */
async function open(text: string, disposition: string): Promise<void> {
  const connection = await getConnection();
  if (connection === null) return browser.runtime.openOptionsPage();
  const search = `${connection.origin}/search?${new URLSearchParams({ q: text })}`;
  const url = isLiveUrl(text) ? text : search;
  if (disposition === 'currentTab') await browser.tabs.update({ url });
  else await browser.tabs.create({ url, active: disposition === 'newForegroundTab' });
  const [saved] = url === text ? await findSaved(url) : [];
  if (saved) await call('bookmarks.visit', { params: { uuid: saved.uuid } }).catch(() => undefined);
}
