import { bookmarkScope, type OnBookmark } from '@/lib/queries/bookmarks';
import { endpointMutation } from '@/lib/queries/endpoint-mutation';
import { draftBookmark, editBookmark } from '@/lib/queries/patches/bookmark-drafts';

const nowIso = (): string => new Date().toISOString();

/** The writes of the form to add or edit a bookmark; apart from the others because the form is loaded on demand. */
export const bookmarkEditing = {
  create: () =>
    endpointMutation('bookmarks.create', {
      scope: bookmarkScope,
      foresee: ({ body }, client) => ({
        bookmark: { before: null, after: draftBookmark(body, client, nowIso()) },
      }),
      learn: (reply) => ({ bookmark: { before: reply, after: reply } }),
    }),
  update: () =>
    endpointMutation<'bookmarks.update', OnBookmark<'bookmarks.update'>>('bookmarks.update', {
      scope: bookmarkScope,
      foresee: ({ bookmark, body }, client) => ({
        bookmark: { before: bookmark, after: editBookmark(bookmark, body, client, nowIso()) },
      }),
      learn: (reply) => ({ bookmark: { before: reply, after: reply } }),
    }),
  /** Asks what a page says of itself; changes nothing. */
  metadata: () => endpointMutation('bookmarks.metadata'),
};
