import { endpointMutation } from '@/lib/api/mutation';
import { endpointQuery, minutes } from '@/lib/api/endpoint';

/** What the service suggests; apart from collections because only what is loaded on demand asks for it. */
export const suggestionQueries = {
  /** What lies uncollected, in groups that belong together. */
  groups: () => endpointQuery('collections.suggested', {}, { staleTime: minutes(5) }),
};

export const suggestionMutations = {
  /** Asks where a page belongs; changes nothing. */
  suggest: () => endpointMutation('collections.suggest'),
};
