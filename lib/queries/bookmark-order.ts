import type { QueryClient } from '@tanstack/react-query';
import type { Input } from '@/lib/contract';
import { changeLists } from '@/lib/queries/apply-effects';
import { bookmarkScope } from '@/lib/queries/bookmarks';
import { endpointMutation } from '@/lib/queries/endpoint-mutation';
import { rootsTouchedBy } from '@/lib/queries/invalidation';
import { moveInList } from '@/lib/queries/patches/move-beside';

/** The place of a bookmark in the manual order; apart from the other writes because only lists in that order make it. */
export const bookmarkOrder = {
  /** Shown at once in every list in that order, and taken back when it cannot be had. */
  place: () => ({
    ...endpointMutation('bookmarks.order', {
      scope: bookmarkScope,
      learn: (reply) => ({ bookmark: { before: reply, after: reply } }),
    }),
    onMutate: async ({ params, body }: Input<'bookmarks.order'>, { client }: { client: QueryClient }) => {
      const roots = rootsTouchedBy('bookmarks.order');
      await client.cancelQueries({ predicate: (query) => roots.has(query.queryKey[0]) });
      return changeLists(client, (list, scope) =>
        scope.isManual ? moveInList(list, params.uuid, body) : list,
      );
    },
  }),
};
