import { queryOptions } from '@tanstack/react-query';
import type { Input } from '@/lib/contract';
import type { Collection } from '@/lib/contract/collections';
import { collectionScope, type CollectionFilter } from '@/lib/api/collections';
import { endpointKey, minutes } from '@/lib/api/endpoint';
import { endpointMutation } from '@/lib/api/mutation';
import { transportOf } from '@/lib/api/query-client';
import { plainColor } from '@/lib/domain/palette';

// In a separate module because every page loads the queries of collections.ts.

/**
 * All collections with descriptions, in the contract's largest pages: accounts rarely have more than one.
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

/** Returns the expected response of a creation, as far as the client can compute it. */
export const draftCollection = (
  {
    uuid = '',
    name,
    description = '',
    color = plainColor,
    icon = null,
    security = 0,
    listed = false,
    smart,
  }: Input<'collections.create'>['body'],
  now: string,
): Collection => ({
  uuid,
  name: name.trim(),
  description,
  color,
  icon,
  pinned: false,
  security,
  isDefault: false,
  shareUrl: null,
  listed,
  keepsCopies: null,
  slug: '',
  smart: smart ?? null,
  cover: null,
  count: 0,
  createdAt: now,
  updatedAt: now,
});

/** Returns a collection with the edited fields applied. */
export const editCollection = (
  collection: Collection,
  body: Input<'collections.update'>['body'],
  now: string,
): Collection => {
  const { name = collection.name, description = collection.description } = body;
  const { color = collection.color, smart = collection.smart } = body;
  const { icon = collection.icon, pinned = collection.pinned } = body;
  const { security = collection.security, keepsCopies = collection.keepsCopies } = body;
  const listed = security === 1 && (body.listed ?? collection.listed);
  const edited = {
    name: name.trim(),
    description,
    color,
    icon,
    pinned,
    security,
    listed,
    keepsCopies,
    smart,
  };
  return { ...collection, ...edited, updatedAt: now };
};

type On<Id extends 'collections.update' | 'collections.delete'> = Input<Id> & {
  readonly collection: Collection;
};

const nowIso = (): string => new Date().toISOString();

export const collectionMutations = {
  create: () =>
    endpointMutation('collections.create', {
      scope: collectionScope,
      optimistic: ({ body }) => ({ collection: { before: null, after: draftCollection(body, nowIso()) } }),
      fromReply: (reply) => ({ collection: { before: reply, after: reply } }),
    }),
  update: () =>
    endpointMutation<'collections.update', On<'collections.update'>>('collections.update', {
      scope: collectionScope,
      optimistic: ({ collection, body }) => ({
        collection: { before: collection, after: editCollection(collection, body, nowIso()) },
      }),
    }),
  delete: () =>
    endpointMutation<'collections.delete', On<'collections.delete'>>('collections.delete', {
      scope: collectionScope,
      optimistic: ({ collection }) => ({ collection: { before: collection, after: null } }),
    }),
};
