import {
  newDraft,
  readDraft,
  readTexts,
  savedDraft,
  textsSoon,
  type PageDraft,
  type PageTexts,
} from '@/extension/components/popup/page-draft';
import { getConnection, type Connection } from '@/extension/lib/connection';
import { applyChange, findSaved } from '@/extension/lib/library';
import { readPage, type NoPage, type Page } from '@/extension/lib/page';
import { getQueue, saveBookmark } from '@/extension/lib/queue';
import { getSettings } from '@/extension/lib/settings';
import { createBody } from '@/components/entities/bookmark-draft';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { urlKey } from '@/lib/domain/url-key';

/** The page of the current tab with what this device knows about it. */
export type OpenedPage =
  | { readonly kind: 'none'; readonly reason: NoPage }
  | {
      readonly kind: 'new';
      readonly page: Page;
      readonly draft: PageDraft;
      /** Arrive later, or never. None for a draft, which has those of its page already. */
      readonly texts: Promise<PageTexts>;
      readonly space: string;
    }
  | {
      readonly kind: 'saved';
      readonly page: Page;
      readonly bookmark: Bookmark;
      readonly draft: PageDraft;
      /** Space of the bookmark. */
      readonly space: string;
      /** How often the page is saved besides. */
      readonly others: number;
      /** Whether it was saved by opening the popup. */
      readonly isNew: boolean;
    }
  | { readonly kind: 'queued'; readonly page: Page; readonly space: string };

/** Reads the current tab, or the given one, and what is known about its page without a request. The page itself is not waited for. */
export async function openPage(tabId?: number): Promise<OpenedPage> {
  const [page, connection, settings] = await Promise.all([readPage(tabId), getConnection(), getSettings()]);
  if (typeof page === 'string') return { kind: 'none', reason: page };
  const space = settings.space ?? connection?.space ?? '';
  const [found, queue] = await Promise.all([findSaved(page.url).catch(() => []), getQueue()]);
  const [bookmark, ...others] = found;
  if (bookmark) {
    const draft = (await readDraft(page.url, bookmark.updatedAt)) ?? savedDraft(bookmark);
    return {
      kind: 'saved',
      page,
      bookmark,
      draft,
      space: bookmark.space,
      others: others.length,
      isNew: false,
    };
  }
  const key = urlKey(page.url);
  const isWaiting = queue.some(({ body, state }) => state === 'waiting' && urlKey(body.url ?? '') === key);
  if (isWaiting) return { kind: 'queued', page, space };
  const collections = settings.collection === null ? [] : [settings.collection];
  const kept = await readDraft(page.url, null);
  const draft = kept ?? newDraft(page, collections);
  const texts = kept ? Promise.resolve({}) : readTexts(page.tabId);
  if (settings.savesOnOpen && kept === null && connection) return saveNow({ page, draft, texts, space });
  return { kind: 'new', page, draft, texts, space };
}

/** Saves the page as soon as the popup opens; the form is shown instead if that is refused. */
async function saveNow(opened: {
  readonly page: Page;
  readonly draft: PageDraft;
  readonly texts: Promise<PageTexts>;
  readonly space: Connection['space'];
}): Promise<OpenedPage> {
  const { page, space } = opened;
  try {
    const draft = { ...opened.draft, ...(await textsSoon(opened.texts)) };
    const result = await saveBookmark(createBody(draft, crypto.randomUUID(), false), { space });
    if (result.status === 'queued') return { kind: 'queued', page, space };
    const { bookmark, status } = result;
    await applyChange(bookmark.uuid, bookmark, space);
    return {
      ...opened,
      kind: 'saved',
      bookmark,
      draft: savedDraft(bookmark),
      others: 0,
      isNew: status === 'saved',
    };
  } catch {
    return { ...opened, kind: 'new' };
  }
}
