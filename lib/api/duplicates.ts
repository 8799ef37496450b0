import { infiniteQueryOptions } from '@tanstack/react-query';
import { bookmarkScope } from '@/lib/api/bookmarks';
import { endpointKey } from '@/lib/api/endpoint';
import { endpointMutation } from '@/lib/api/mutation';
import { minutes } from '@/lib/api/endpoint';
import { transportOf } from '@/lib/api/query-client';

/** Groups per page; each is as high as several rows. */
const size = 20;

export const duplicateQueries = {
  /** All groups, paged by cursor, so that merged groups do not leave gaps between pages. */
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
