import type { Input } from '@/lib/contract';
import type { Space } from '@/lib/contract/spaces';
import { endpointMutation } from '@/lib/api/mutation';
import { endpointQuery, minutes } from '@/lib/api/endpoint';

export const spaceQueries = {
  /** Every space with its counts; also what the sidebar counts. */
  list: () => endpointQuery('spaces.list', {}, { staleTime: minutes(5) }),
  /** The same spaces with what was saved in each on the last days. */
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
