import { endpointMutation } from '@/lib/queries/endpoint-mutation';
import { endpointQuery, minutes } from '@/lib/queries/endpoint-query';

export const spaceQueries = {
  /** Every space with its counts; also what the sidebar counts. */
  list: () => endpointQuery('spaces.list', {}, { staleTime: minutes(5) }),
};

export const spaceMutations = {
  create: () =>
    endpointMutation('spaces.create', {
      learn: (reply) => ({ space: { before: null, after: reply } }),
    }),
  update: () =>
    endpointMutation('spaces.update', {
      learn: (reply) => ({ space: { before: reply, after: reply } }),
    }),
  setDefault: () =>
    endpointMutation('spaces.setDefault', {
      learn: (reply) => ({ space: { before: reply, after: reply } }),
    }),
};
