import type { Input } from '@/lib/contract';
import type { Space } from '@/lib/contract/spaces';
import { endpointMutation } from '@/lib/api/mutation';
import { endpointQuery, minutes } from '@/lib/api/endpoint';

export const spaceQueries = {
  /** All spaces with their counts, which the sidebar shows as well. */
  list: () => endpointQuery('spaces.list', {}, { staleTime: minutes(5) }),
  /** All spaces with the number of bookmarks saved on each of the last days. */
  top: () => endpointQuery('spaces.top', {}, { staleTime: minutes(5) }),
};

export const spaceMutations = {
  create: () =>
    endpointMutation('spaces.create', {
      fromReply: (reply) => ({ space: { before: null, after: reply } }),
    }),
  update: () =>
    endpointMutation('spaces.update', {
      fromReply: (reply) => ({ space: { before: reply, after: reply } }),
    }),
  setDefault: () =>
    endpointMutation('spaces.setDefault', {
      fromReply: (reply) => ({ space: { before: reply, after: reply } }),
    }),
  delete: () =>
    endpointMutation<'spaces.delete', Input<'spaces.delete'> & { readonly space: Space }>('spaces.delete', {
      fromReply: (_reply, { space }) => ({ space: { before: space, after: null } }),
    }),
};
