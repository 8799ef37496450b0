import type { Bookmark, PageTexts } from '@/lib/contract/bookmarks';

/** The texts of bookmarks that are replaced. */
export interface Parts {
  readonly title: boolean;
  readonly description: boolean;
}

/** New texts of a bookmark; a text that stays is absent. */
export interface TextChange {
  readonly bookmark: Bookmark;
  readonly title?: string;
  readonly description?: string;
}

/** What the pages of bookmarks say now, compared with their texts. */
export interface Comparison {
  readonly changes: readonly TextChange[];
  readonly same: number;
  readonly unavailable: number;
  /** Whether any title, and any description, differs. */
  readonly differs: Parts;
}

/** Compares bookmarks with what their pages say. A page without a title or a description leaves the saved text. */
export function compareTexts(
  bookmarks: readonly Bookmark[],
  texts: ReadonlyMap<string, PageTexts>,
  parts: Parts,
): Comparison {
  const changes: TextChange[] = [];
  const differs = { title: false, description: false };
  let [same, unavailable] = [0, 0];
  for (const bookmark of bookmarks) {
    const page = texts.get(bookmark.uuid);
    if (page === undefined) continue;
    if (page.status === 'unavailable') {
      unavailable += 1;
      continue;
    }
    const isNew = {
      title: page.title !== '' && page.title !== bookmark.title,
      description: page.description !== '' && page.description !== bookmark.description,
    };
    differs.title ||= isNew.title;
    differs.description ||= isNew.description;
    if (!isNew.title && !isNew.description) same += 1;
    const change = {
      bookmark,
      ...(isNew.title && parts.title && { title: page.title }),
      ...(isNew.description && parts.description && { description: page.description }),
    };
    if (change.title !== undefined || change.description !== undefined) changes.push(change);
  }
  return { changes, same, unavailable, differs };
}
