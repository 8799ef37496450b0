import { queryOptions } from '@tanstack/react-query';
import type { CollectionFilter } from '@/lib/api/collections';
import { endpointKey, minutes } from '@/lib/api/endpoint';
import { transportOf } from '@/lib/api/query-client';

/**
 * All collections with descriptions, in the contract's largest pages: accounts rarely have more than one. In a separate
 * module because every page loads the other queries.
 */
export function collectionList(filter: CollectionFilter) {
  const query = { ...filter, size: 200 };
  return queryOptions({
    queryKey: endpointKey('collections.list', { query }),
    queryFn: async ({ client, signal }) => {
      const read = (cursor?: string) =>
        transportOf(client)('collections.list', { query: { ...query, cursor } }, { signal });
      let page = await read();
      while (page.pagination.next !== null) {
        const rest = await read(page.pagination.next);
        page = { ...rest, content: [...page.content, ...rest.content] };
      }
      return page;
    },
    staleTime: minutes(5),
  });
}
