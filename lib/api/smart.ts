import { limits } from '@/lib/contract/limits';
import { endpointQuery, minutes } from '@/lib/api/endpoint';

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
