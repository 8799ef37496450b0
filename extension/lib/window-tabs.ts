import { browser } from 'wxt/browser';
import { ApiProblem } from '@/lib/api/problem';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { limits } from '@/lib/contract/limits';
import { isLiveUrl } from '@/lib/domain/live-url';
import { urlKey } from '@/lib/domain/url-key';
import { call } from '@/extension/lib/client';
import { getConnection } from '@/extension/lib/connection';

export interface SavedTabs {
  /** Uuid of the new collection. */
  readonly collection: string;
  readonly saved: number;
  /** Number of pages that were saved before, and are now in the collection too. */
  readonly existing: number;
  /** Number of tabs without a page that can be saved. */
  readonly skipped: number;
}

export interface OpenedCollection {
  readonly opened: number;
  /** Number of bookmarks in the collection. */
  readonly total: number;
}

const color = 'b93a1a';
const tabsMax = 50;

const tabsPermission = { permissions: ['tabs' as const] };

/** Asks for the optional permission to see the addresses of all tabs. Must be called by the handler of a click or key. */
export const requestTabs = (): Promise<boolean> =>
  // Not every browser lets a key ask; the permission may have been granted before.
  browser.permissions.request(tabsPermission).catch(() => browser.permissions.contains(tabsPermission));

/**
 * Saves the pages of a window's tabs into a new collection, each page once, in the order of the tabs. Requires the
 * permission `tabs`. Rejects as `call` does; the collection keeps what was saved until then.
 */
export async function saveWindowTabs(windowId: number, name: string, space?: string): Promise<SavedTabs> {
  const tabs = await browser.tabs.query({ windowId });
  const pages = new Map<string, { url: string; title: string }>();
  for (const { url = '', title = '' } of tabs) {
    if (isLiveUrl(url) && !pages.has(urlKey(url))) pages.set(urlKey(url), { url, title });
  }
  const headers = { 'space-id': space ?? (await getConnection())?.space ?? '' };
  const collection = crypto.randomUUID();
  await call(
    'collections.create',
    { body: { uuid: collection, name: name.slice(0, limits.collectionNameLength), color } },
    { headers },
  );
  const existing: string[] = [];
  // The last tab first, so that the list, which has the newest on top, is in the order of the tabs.
  for (const { url, title } of [...pages.values()].reverse()) {
    const body = { url, title: title.slice(0, limits.titleLength), collections: [collection] };
    try {
      await call('bookmarks.create', { body: { uuid: crypto.randomUUID(), ...body } }, { headers });
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'ALREADY_EXISTS') throw error;
      const bookmark = error.extra['bookmark'] as Bookmark | undefined;
      if (bookmark) existing.push(bookmark.uuid);
    }
  }
  if (existing.length > 0) {
    await call('bookmarks.bulk', { body: { action: 'copy', uuids: existing, collection } }, { headers });
  }
  return {
    collection,
    saved: pages.size - existing.length,
    existing: existing.length,
    skipped: tabs.length - pages.size,
  };
}

/** Opens the pages of a collection in a new window: at most the first 50, each as the link that was saved. */
export async function openCollection(uuid: string): Promise<OpenedCollection> {
  const { bookmarks, pagination } = await call('collections.details', {
    params: { uuid },
    query: { size: tabsMax },
  });
  const urls = bookmarks.flatMap(({ url }) => (url !== null && isLiveUrl(url) ? [url] : []));
  if (urls.length > 0) await browser.windows.create({ url: urls });
  return { opened: urls.length, total: pagination.total };
}
