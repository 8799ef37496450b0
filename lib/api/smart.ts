import { endpointQuery, minutes } from '@/lib/api/endpoint';
import { limits } from '@/lib/contract/limits';

// Apart from the other queries of collections, which are in the first load.
export const smartQueries = {
  /** How many bookmarks a query would match now: those that a search finds without the texts of pages. */
  matches: (query: string) => ({
    ...endpointQuery(
      'search.find',
      { query: { q: query, size: 1, texts: 'false', space: 'current' } },
      { staleTime: minutes(1) },
    ),
    enabled: query !== '' && query.length <= limits.smartQueryLength,
  }),
};
