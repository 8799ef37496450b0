import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/call';
import { minutes } from '@/lib/api/endpoint';

const staleTime = minutes(5);

/**
 * Names of a space other than the current one. Their keys are not those of the current space's lists, which writes
 * update optimistically; the roots are, so that writes invalidate them.
 */
export const spaceNameQueries = {
  collections: (space: string) =>
    queryOptions({
      queryKey: ['collections', 'ofSpace', space],
      queryFn: ({ signal }) => call('collections.simplified', {}, { signal, headers: { 'space-id': space } }),
      staleTime,
    }),
  tags: (space: string) =>
    queryOptions({
      queryKey: ['tags', 'ofSpace', space],
      queryFn: ({ signal }) => call('tags.list', {}, { signal, headers: { 'space-id': space } }),
      staleTime,
    }),
};
