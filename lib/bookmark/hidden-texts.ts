import type { NamesWith } from '@/lib/bookmark/fields';
import type { Bookmark } from '@/lib/contract/bookmarks';

/** A text of a bookmark that its envelope hides: a secret field, or a part of the URL. */
export type HiddenName = NamesWith<{ secret: true }> | 'domain' | 'path';

// Written out, because every list loads it, and the table of the fields is larger.
const hiddenTexts = {
  ...{ title: null, url: null, domain: null, path: null, description: null, notes: null },
  tags: '',
} satisfies Record<HiddenName, null | ''>;

/** Returns the bookmark as the service has it with an envelope: without texts. */
export const withoutTexts = (bookmark: Bookmark): Bookmark => ({ ...bookmark, ...hiddenTexts });
