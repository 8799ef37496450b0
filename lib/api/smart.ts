import { endpointQuery, minutes } from '@/lib/api/endpoint';
import { limits } from '@/lib/contract/limits';

// In a separate module because the other collection queries are part of the initial bundle.
export const smartQueries = {
  /** Number of bookmarks that a query currently matches, without searching page texts. */
  matches: (query: string) => ({
    ...endpointQuery(
      'search.find',
      { query: { q: query, size: 1, texts: 'false', space: 'current' } },
      { staleTime: minutes(1) },
    ),
    enabled: query !== '' && query.length <= limits.smartQueryLength,
  }),
};
