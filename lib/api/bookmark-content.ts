import { endpointQuery, minutes } from '@/lib/api/endpoint';

// Apart from the other queries of bookmarks, which are in the first load.
export const contentQueries = {
  /** The text of the page behind a bookmark, for reading. */
  of: (uuid: string) => endpointQuery('bookmarks.content', { params: { uuid } }, { staleTime: minutes(30) }),
};
