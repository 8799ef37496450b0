import { bookmarkScope } from '@/lib/api/bookmarks';
import { endpointQuery, minutes } from '@/lib/api/endpoint';
import { endpointMutation } from '@/lib/api/mutation';

// In a separate module because the other bookmark queries are part of the initial bundle.
export const detailsQueries = {
  /** One bookmark of any space, in the trash or not. */
  of: (uuid: string) => endpointQuery('bookmarks.details', { params: { uuid } }, { staleTime: minutes(5) }),
};

export const contentQueries = {
  /** Text of the bookmarked page, for the reader view. */
  of: (uuid: string) => endpointQuery('bookmarks.content', { params: { uuid } }, { staleTime: minutes(30) }),
};

export const copyQueries = {
  /** The saved copies of a bookmark's page, the current one first. */
  of: (uuid: string) => endpointQuery('bookmarks.copies', { params: { uuid } }, { staleTime: minutes(5) }),
  /** A saved copy with its text, which never changes. */
  content: (uuid: string, copy: string) =>
    endpointQuery('bookmarks.copy', { params: { uuid, copy } }, { staleTime: minutes(30) }),
};

export const contentMutations = {
  /** Sets titles and descriptions that were read from pages. */
  applyTexts: () => endpointMutation('bookmarks.applyMetadata', { scope: bookmarkScope }),
};
