import { endpointMutation } from '@/lib/api/mutation';
import { endpointQuery, minutes } from '@/lib/api/endpoint';

/** Suggestions of the service; in a separate module because only code that is loaded on demand uses it. */
export const suggestionQueries = {
  /** Uncollected bookmarks in groups that belong together. */
  groups: () => endpointQuery('collections.suggested', {}, { staleTime: minutes(5) }),
};

export const suggestionMutations = {
  /** Suggests collections for a page; changes nothing. */
  suggest: () => endpointMutation('collections.suggest'),
};
