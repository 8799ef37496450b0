import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Input, Output } from '@/lib/contract';
import type { Pagination } from '@/lib/contract/primitives';
import { endpointKey } from '@/lib/api/endpoint';
import { endpointMutation } from '@/lib/api/mutation';
import { endpointQuery, pageSize, type PagedId } from '@/lib/api/endpoint';
import { transportOf } from '@/lib/api/query-client';

type AdminList = Extract<PagedId, `admin.${string}`>;
export type AdminFilter<Id extends AdminList> = Omit<
  NonNullable<Input<Id>['query']>,
  'page' | 'cursor' | 'size'
>;

/** A list that is continued by cursor, under a key of its own because it caches several pages in one entry. */
function adminList<Id extends AdminList>(id: Id, filter: AdminFilter<Id>) {
  const read = (query: object): Input<Id> => ({ query: { ...filter, ...query } }) as unknown as Input<Id>;
  return infiniteQueryOptions({
    queryKey: [...endpointKey(id, read({})), 'continued'] as const,
    queryFn: ({ client, signal, pageParam }): Promise<Output<Id>> =>
      transportOf(client)(id, read({ size: pageSize, cursor: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    // Every list answers a page; the compiler cannot see that through the type parameter.
    getNextPageParam: (last) => (last as { pagination: Pagination }).pagination.next ?? undefined,
    staleTime: 0,
  });
}

/** Long enough that the browser does not read again what the server has just rendered. */
const staleTime = 10_000;

/** Read again at each visit of a screen: all of it changes without this browser. */
export const adminQueries = {
  stats: () => endpointQuery('admin.stats', {}, { staleTime }),
  health: () => endpointQuery('admin.health', {}, { staleTime }),
  users: (filter: AdminFilter<'admin.users'>) => adminList('admin.users', filter),
  user: (uuid: string) => endpointQuery('admin.user', { params: { uuid } }, { staleTime }),
  audit: (filter: AdminFilter<'admin.audit'>) => adminList('admin.audit', filter),
  feedback: () => adminList('admin.feedback', {}),
  jobs: () => endpointQuery('admin.jobs', {}, { staleTime }),
};

export const adminMutations = {
  updateUser: () => endpointMutation('admin.updateUser'),
  signOutUser: () => endpointMutation('admin.signOutUser'),
  deleteUser: () => endpointMutation('admin.deleteUser'),
  deleteFeedback: () => endpointMutation('admin.deleteFeedback'),
  retryJob: () => endpointMutation('admin.retryJob'),
};
