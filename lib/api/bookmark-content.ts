import { endpointQuery, minutes } from '@/lib/api/endpoint';

export const contentQueries = {
  /** The text of the page behind a bookmark, for reading. */
  of: (uuid: string) => endpointQuery('bookmarks.content', { params: { uuid } }, { staleTime: minutes(30) }),
};
