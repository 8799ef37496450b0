import { infiniteQueryOptions } from '@tanstack/react-query';
import { bookmarkScope } from '@/lib/api/bookmarks';
import { endpointKey } from '@/lib/api/endpoint';
import { endpointMutation } from '@/lib/api/mutation';
import { minutes } from '@/lib/api/endpoint';
import { transportOf } from '@/lib/api/query-client';

/** Groups that one page holds: each is as high as several rows. */
const size = 20;

export const duplicateQueries = {
  /** Every group from the first on, continued by cursor: what is merged meanwhile leaves no gap. */
  list: () =>
    infiniteQueryOptions({
      queryKey: endpointKey('bookmarks.duplicates', { query: { size } }),
      queryFn: ({ client, pageParam, signal }) =>
        transportOf(client)(
          'bookmarks.duplicates',
          { query: { size, ...(pageParam !== null && { cursor: pageParam }) } },
          { signal },
        ),
      initialPageParam: null as string | null,
      getNextPageParam: ({ pagination }) => pagination.next,
      staleTime: minutes(5),
    }),
};

export const duplicateMutations = {
  merge: () => endpointMutation('bookmarks.merge', { scope: bookmarkScope }),
  mergeAll: () => endpointMutation('bookmarks.mergeDuplicates', { scope: bookmarkScope }),
};
