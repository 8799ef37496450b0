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

/** Infinite query of an admin list. It has its own key because one entry caches several pages. */
function adminList<Id extends AdminList>(id: Id, filter: AdminFilter<Id>) {
  const inputOf = (query: object): Input<Id> => ({ query: { ...filter, ...query } }) as unknown as Input<Id>;
  return infiniteQueryOptions({
    queryKey: [...endpointKey(id, inputOf({})), 'continued'] as const,
    queryFn: ({ client, signal, pageParam }): Promise<Output<Id>> =>
      transportOf(client)(id, inputOf({ size: pageSize, cursor: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    // Every list returns a page; TypeScript cannot infer that through the type parameter.
    getNextPageParam: (last) => (last as { pagination: Pagination }).pagination.next ?? undefined,
    staleTime: 0,
  });
}

/** Prevents the browser from refetching data that the server has just rendered. */
const staleTime = 10_000;

/** Refetched whenever a screen is opened: all of this data changes independently of this browser. */
export const adminQueries = {
  stats: () => endpointQuery('admin.stats', {}, { staleTime }),
  health: () => endpointQuery('admin.health', {}, { staleTime }),
  users: (filter: AdminFilter<'admin.users'>) => adminList('admin.users', filter),
  user: (uuid: string) => endpointQuery('admin.user', { params: { uuid } }, { staleTime }),
  audit: (filter: AdminFilter<'admin.audit'>) => adminList('admin.audit', filter),
  feedback: (filter: AdminFilter<'admin.feedback'>) => adminList('admin.feedback', filter),
  jobs: () => endpointQuery('admin.jobs', {}, { staleTime }),
};

export const adminMutations = {
  updateUser: () => endpointMutation('admin.updateUser'),
  signOutUser: () => endpointMutation('admin.signOutUser'),
  deleteUser: () => endpointMutation('admin.deleteUser'),
  updateFeedback: () => endpointMutation('admin.updateFeedback'),
  deleteFeedback: () => endpointMutation('admin.deleteFeedback'),
  retryJob: () => endpointMutation('admin.retryJob'),
};
