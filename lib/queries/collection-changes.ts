import type { QueryClient } from '@tanstack/react-query';
import type { Input } from '@/lib/contract';
import { sortQuery } from '@/lib/domain/sort';
import { collectionQueries, collectionScope as scope } from '@/lib/queries/collections';
import { endpointMutation } from '@/lib/queries/endpoint-mutation';
import { moveBeside } from '@/lib/queries/patches/move-beside';

/** Writes that only the screens of collections make; apart from the others because every page loads those. */
export const collectionChanges = {
  /** A place in the manual order, shown at once and taken back when it cannot be had. */
  order: () => ({
    ...endpointMutation('collections.order', { scope }),
    onMutate: (variables: Input<'collections.order'>, { client }: { client: QueryClient }) =>
      foreseeOrder(client, variables),
  }),
  merge: () => endpointMutation('collections.merge', { scope }),
  move: () => endpointMutation('collections.move', { scope }),
};

async function foreseeOrder(client: QueryClient, { params, body }: Input<'collections.order'>) {
  const { queryKey } = collectionQueries.list(sortQuery('order-ASC'));
  await client.cancelQueries({ queryKey });
  const state = client.getQueryState(queryKey);
  if (state?.data === undefined) return undefined;
  const before = state.data;
  const content = moveBeside(before.content, params.uuid, body);
  // What is foreseen is not fresher than what it was made from.
  client.setQueryData(queryKey, { ...before, content }, { updatedAt: state.dataUpdatedAt });
  return () => void client.setQueryData(queryKey, before);
}
