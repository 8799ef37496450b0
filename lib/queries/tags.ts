import { endpointQuery, minutes } from '@/lib/queries/endpoint-query';

export const tagQueries = {
  list: () => endpointQuery('tags.list', {}, { staleTime: minutes(5) }),
};
