import {
  draftFor,
  newDraft,
  readDraft,
  readTexts,
  savedDraft,
  textsSoon,
  type PageDraft,
  type PageTexts,
} from '@/extension/components/popup/page-draft';
import { connectionStateIn, type Connection } from '@/extension/lib/connection';
import { applyChange, findSaved } from '@/extension/lib/library';
import type { NoPage, Page } from '@/extension/lib/page';
import { queueIn, saveBookmark } from '@/extension/lib/queue';
import { settingsIn } from '@/extension/lib/settings';
import type { Stored } from '@/extension/lib/stored-value';
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
  | { readonly kind: 'queued'; readonly page: Page; readonly space: string }
  | {
      /** It is being saved because the popup was opened. */
      readonly kind: 'saving';
      readonly page: Page;
      readonly space: string;
      readonly outcome: Promise<OpenedPage>;
    };

/** Returns what this device knows about a page, without a request. The page itself is not waited for. */
export async function openPage(page: Page | NoPage, stored: Stored): Promise<OpenedPage> {
  if (typeof page === 'string') return { kind: 'none', reason: page };
  const [settings, state] = [settingsIn(stored), connectionStateIn(stored)];
  const connection = state.status === 'connected' ? state.connection : null;
  const space = settings.space ?? connection?.space ?? '';
  const [[bookmark, ...others], kept] = await Promise.all([
    findSaved(page.url, Promise.resolve(connection)).catch(() => []),
    readDraft(page.url),
  ]);
  if (bookmark) {
    return {
      kind: 'saved',
      page,
      bookmark,
      draft: draftFor(kept, bookmark.updatedAt) ?? savedDraft(bookmark),
      space: bookmark.space,
      others: others.length,
      isNew: false,
    };
  }
  const key = urlKey(page.url);
  const isWaiting = queueIn(stored).some(
    ({ body, state: sent }) => sent === 'waiting' && urlKey(body.url ?? '') === key,
  );
  if (isWaiting) return { kind: 'queued', page, space };
  const collections = settings.collection === null ? [] : [settings.collection];
  const typed = draftFor(kept, null);
  const draft = typed ?? newDraft(page, collections);
  const texts = typed ? Promise.resolve({}) : readTexts(page.tabId);
  if (!settings.savesOnOpen || typed !== null || connection === null) {
    return { kind: 'new', page, draft, texts, space };
  }
  return { kind: 'saving', page, space, outcome: saveNow({ page, draft, texts, space }) };
}

/** Saves the page; the form is shown instead if that is refused. */
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
