import { collectionScope } from '@/lib/api/collections';
import { bookmarkScope } from '@/lib/api/bookmarks';
import { endpointQuery } from '@/lib/api/endpoint';
import { endpointMutation } from '@/lib/api/mutation';

export const coverQueries = {
  /** Pictures of the bookmarked page, which the service fetches for it. */
  pictures: (uuid: string) =>
    endpointQuery('bookmarks.pictures', { params: { uuid } }, { staleTime: Infinity }),
};

/** Writes of the cover. Each returns the bookmark with its new cover, which lists show at once. */
export const coverMutations = {
  upload: () =>
    endpointMutation('bookmarks.uploadCover', {
      scope: bookmarkScope,
      fromReply: (reply) => ({ bookmark: { before: reply, after: reply } }),
    }),
  choose: () =>
    endpointMutation('bookmarks.chooseCover', {
      scope: bookmarkScope,
      fromReply: (reply) => ({ bookmark: { before: reply, after: reply } }),
    }),
  remove: () =>
    endpointMutation('bookmarks.removeCover', {
      scope: bookmarkScope,
      fromReply: (reply) => ({ bookmark: { before: reply, after: reply } }),
    }),
};

/** Writes of the picture of a collection. Each returns the collection, which lists show at once. */
export const collectionCoverMutations = {
  upload: () =>
    endpointMutation('collections.uploadCover', {
      scope: collectionScope,
      fromReply: (reply) => ({ collection: { before: reply, after: reply } }),
    }),
  choose: () =>
    endpointMutation('collections.chooseCover', {
      scope: collectionScope,
      fromReply: (reply) => ({ collection: { before: reply, after: reply } }),
    }),
  remove: () =>
    endpointMutation('collections.removeCover', {
      scope: collectionScope,
      fromReply: (reply) => ({ collection: { before: reply, after: reply } }),
    }),
};
