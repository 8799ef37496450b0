import { browser } from 'wxt/browser';
import type { Page } from '@/extension/lib/page';
import { type Draft, draftOf, emptyDraft } from '@/components/entities/bookmark-draft';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { limits } from '@/lib/contract/limits';

/** Values of the popup's form. */
export interface PageDraft extends Draft {
  readonly later: boolean;
  /** Encrypted on this device before it is sent. */
  readonly encrypted: boolean;
  /** The page's own HTML is sent too, for reading. */
  readonly sendsText: boolean;
}

/** Limits are in code points. */
const cut = (text: string, length: number): string => Array.from(text).slice(0, length).join('');

/** Returns the values for a page that is not saved yet. */
export const newDraft = ({ url, title }: Page, collections: readonly string[]): PageDraft => ({
  ...emptyDraft,
  url,
  title: cut(title.replace(/\s+/g, ' ').trim(), limits.titleLength),
  collections,
  later: false,
  encrypted: false,
  sendsText: false,
});

/** Values that the page itself gives, after the form is shown. */
export type PageTexts = Partial<Pick<PageDraft, 'description' | 'notes'>>;

/** Asks the page for its texts. Nothing may wait for them alone: some pages never answer. */
export async function readTexts(tabId: number): Promise<PageTexts> {
  const { readPageContent } = await import('@/extension/lib/page-content');
  const { selection, description } = await readPageContent(tabId);
  return {
    description: cut(description.trim(), limits.descriptionLength),
    notes: cut(selection.trim(), limits.notesLength),
  };
}

/** How long something that is better with the texts of the page waits for them. */
const textsMaxMs = 1_000;

/** Resolves to the texts, or to none if the page does not answer soon. */
export const textsSoon = (texts: Promise<PageTexts>): Promise<PageTexts> =>
  Promise.race([texts, new Promise<PageTexts>((resolve) => setTimeout(resolve, textsMaxMs, {}))]);

/** Returns the values of a saved bookmark. */
export const savedDraft = (bookmark: Bookmark): PageDraft => ({
  ...draftOf(bookmark),
  later: bookmark.later,
  encrypted: bookmark.encrypted,
  sendsText: false,
});

/** A popup closes with a click outside of it; until the browser ends, what was typed is kept in memory. */
interface KeptDraft {
  readonly draft: PageDraft;
  /** Version of the saved bookmark that is edited; null for a new one. */
  readonly updatedAt: string | null;
}

const keyOf = (url: string): string => `draft:${url}`;

/** Returns what was typed for a page. */
export async function readDraft(url: string): Promise<KeptDraft | null> {
  const key = keyOf(url);
  return ((await browser.storage.session.get(key))[key] as KeptDraft | undefined) ?? null;
}

/** Returns the draft of a version of a bookmark, or that of a new one for null; null if it belongs to another. */
export const draftFor = (kept: KeptDraft | null, updatedAt: string | null): PageDraft | null =>
  kept?.updatedAt === updatedAt ? kept.draft : null;

/** Keeps what was typed. Texts that are to be encrypted are never stored. */
export async function keepDraft(url: string, draft: PageDraft, updatedAt: string | null): Promise<void> {
  if (draft.encrypted) await forgetDraft(url);
  else await browser.storage.session.set({ [keyOf(url)]: { draft, updatedAt } satisfies KeptDraft });
}

export const forgetDraft = (url: string): Promise<void> => browser.storage.session.remove(keyOf(url));
