import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Input } from '@/lib/contract';
import { endpointKey, endpointQuery, minutes, pageSize } from '@/lib/api/endpoint';
import { endpointMutation } from '@/lib/api/mutation';
import { transportOf } from '@/lib/api/query-client';

export type HighlightFilter = Omit<
  NonNullable<Input<'highlights.list'>['query']>,
  'page' | 'cursor' | 'size'
>;

export const highlightQueries = {
  /** All annotations of one bookmark. */
  of: (uuid: string) =>
    endpointQuery('highlights.ofBookmark', { params: { uuid } }, { staleTime: minutes(5) }),
  /** The annotations of the space, page by page. */
  list: (filter: HighlightFilter) =>
    infiniteQueryOptions({
      queryKey: endpointKey('highlights.list', { query: { ...filter, size: pageSize } }),
      queryFn: ({ client, signal, pageParam }) =>
        transportOf(client)(
          'highlights.list',
          { query: { ...filter, size: pageSize, ...(pageParam !== null && { cursor: pageParam }) } },
          { signal },
        ),
      initialPageParam: null as string | null,
      getNextPageParam: (last) => last.pagination.next,
      staleTime: minutes(5),
    }),
};

// One scope: an annotation that is being created is changed afterwards.
const scope = 'highlights';

export const highlightMutations = {
  create: () => endpointMutation('highlights.create', { scope }),
  update: () => endpointMutation('highlights.update', { scope }),
  delete: () => endpointMutation('highlights.delete', { scope }),
};
