import type { QueryClient } from '@tanstack/react-query';
import type { FlagName } from '@/lib/bookmark/fields';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { endpointMutation } from '@/lib/api/mutation';
import { endpointPage, minutes } from '@/lib/api/endpoint';
import { transportOf } from '@/lib/api/query-client';

/** Filter and sort order of a bookmark list; the list itself sets page, cursor and size. */
export type BookmarkFilter = Omit<NonNullable<Input<'bookmarks.list'>['query']>, 'page' | 'cursor' | 'size'>;

export const bookmarkQueries = {
  page: (filter: BookmarkFilter, page: number) =>
    endpointPage('bookmarks.list', { query: filter }, page, { staleTime: minutes(5) }),
};

/** What marks a bookmark as read or unread. Read ones leave the list "Read later". */
export const readMarks = (isRead: boolean) =>
  isRead ? { later: false, readAt: new Date().toISOString() } : { readAt: null };

/** Variables of a write to one bookmark: the input and the current state, from which the cache derives the change. */
export type OnBookmark<Id extends BookmarkWrite> = Input<Id> & { readonly bookmark: Bookmark };
type BookmarkWrite =
  'bookmarks.update' | 'bookmarks.delete' | 'bookmarks.restore' | 'bookmarks.favorite' | 'bookmarks.visit';

interface MarkVariables extends OnBookmark<'bookmarks.update'> {
  readonly body: Partial<Pick<Bookmark, FlagName | 'readAt'>>;
}

const nowIso = (): string => new Date().toISOString();

// One scope: an undo waits for the write that it undoes, and a second press of a star for the first.
export const bookmarkScope = 'bookmarks';

export const bookmarkMutations = {
  favorite: () =>
    endpointMutation<'bookmarks.favorite', OnBookmark<'bookmarks.favorite'>>('bookmarks.favorite', {
      scope: bookmarkScope,
      optimistic: ({ bookmark, body }) => ({
        bookmark: { before: bookmark, after: { ...bookmark, favorite: body.favorite } },
      }),
    }),
  /** Changes marks of a bookmark: its highlight, and what was read or is to be read. */
  mark: () =>
    endpointMutation<'bookmarks.update', MarkVariables>('bookmarks.update', {
      scope: bookmarkScope,
      optimistic: ({ bookmark, body }) => ({
        bookmark: { before: bookmark, after: { ...bookmark, ...body } },
      }),
    }),
  /** Moves the bookmark to the trash, or deletes it permanently with `query: { permanent: true }`. */
  delete: () =>
    endpointMutation<'bookmarks.delete', OnBookmark<'bookmarks.delete'>>('bookmarks.delete', {
      scope: bookmarkScope,
      optimistic: ({ bookmark, query }) => ({
        bookmark: {
          before: bookmark,
          after: query?.permanent === true ? null : { ...bookmark, deletedAt: nowIso() },
        },
      }),
    }),
  /** Restores a bookmark from the trash; expects the bookmark in its trashed state. */
  restore: () =>
    endpointMutation<'bookmarks.restore', OnBookmark<'bookmarks.restore'>>('bookmarks.restore', {
      scope: bookmarkScope,
      optimistic: ({ bookmark }) => ({
        bookmark: {
          before: { ...bookmark, deletedAt: bookmark.deletedAt ?? nowIso() },
          after: { ...bookmark, deletedAt: null },
        },
      }),
    }),
  visit: () =>
    endpointMutation<'bookmarks.visit', OnBookmark<'bookmarks.visit'>>('bookmarks.visit', {
      optimistic: ({ bookmark }) => ({
        bookmark: {
          before: bookmark,
          after: { ...bookmark, visits: bookmark.visits + 1, lastAccessedAt: nowIso() },
        },
      }),
    }),
  /** Undoes a bulk change. */
  undo: () => ({
    ...endpointMutation<'bookmarks.undo', UndoVariables>('bookmarks.undo', { scope: bookmarkScope }),
    mutationFn: undoInParts,
    meta: { keepsUndo: true },
  }),
};

/** Bookmarks per undo request: fractions of a second each, so that progress is shown and other writes can run. */
export const undoPart = 2_000;

interface UndoVariables {
  readonly params: { readonly uuid: string };
  /** Called after each request except the last. */
  readonly onProgress?: (progress: { done: number; total: number }) => void;
}

/** Undoes a change with as many requests as necessary. */
async function undoInParts(
  variables: UndoVariables,
  { client }: { client: QueryClient },
): Promise<{ affected: number }> {
  const { params, onProgress } = variables;
  const send = transportOf(client);
  for (let done = 0; ;) {
    const { affected, remaining = 0 } = await send(
      'bookmarks.undo',
      { params, query: { limit: undoPart } },
      // A change that is still in the outbox is undone there.
      { write: { client, variables } },
    );
    done += affected;
    if (remaining === 0) return { affected: done };
    onProgress?.({ done, total: done + remaining });
  }
}
