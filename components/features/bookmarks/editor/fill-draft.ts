import type { Draft } from '@/components/features/bookmarks/editor/draft';
import { parseBookmarkUrl } from '@/lib/domain/url';

/** What a page says of itself, and what of it was put into the form. */
export interface PageText {
  readonly title: string;
  readonly description: string;
}

export const noText: PageText = { title: '', description: '' };

/**
 * The draft with what the page says of itself in the fields that are empty, or that still hold what the page had put
 * there. What somebody typed stays, and so does a field that they have emptied.
 */
export function fillDraft(
  draft: Draft,
  filledIn: PageText,
  page: PageText,
): { draft: Draft; filledIn: PageText } {
  const pick = (field: keyof PageText): string =>
    draft[field] === filledIn[field] ? page[field] : draft[field];
  const text = { title: pick('title'), description: pick('description') };
  const now = (field: keyof PageText): string =>
    text[field] === page[field] ? page[field] : filledIn[field];
  return {
    draft: { ...draft, ...text },
    filledIn: { title: now('title'), description: now('description') },
  };
}

/** The draft with another url: the texts that the page of the last one had put there do not belong to it. */
export function changeUrl(
  draft: Draft,
  filledIn: PageText,
  url: string,
): { draft: Draft; filledIn: PageText } {
  const changed = { ...draft, url };
  if (parseBookmarkUrl(url).url === parseBookmarkUrl(draft.url).url) return { draft: changed, filledIn };
  const isFilled = (field: keyof PageText) => draft[field] === filledIn[field];
  const clear = (text: PageText): PageText => ({
    title: isFilled('title') ? '' : text.title,
    description: isFilled('description') ? '' : text.description,
  });
  return { draft: { ...changed, ...clear(draft) }, filledIn: clear(filledIn) };
}
