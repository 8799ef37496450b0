import { endpointQuery, minutes } from '@/lib/api/endpoint';

// In a separate module because the other bookmark queries are part of the initial bundle.
export const contentQueries = {
  /** Text of the bookmarked page, for the reader view. */
  of: (uuid: string) => endpointQuery('bookmarks.content', { params: { uuid } }, { staleTime: minutes(30) }),
};
