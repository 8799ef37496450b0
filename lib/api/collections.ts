import type { QueryClient } from '@tanstack/react-query';
import type { Input, Output } from '@/lib/contract';
import type { Collection, CollectionSummary } from '@/lib/contract/collections';
import { endpointMutation } from '@/lib/api/mutation';
import { endpointPage, endpointQuery, minutes } from '@/lib/api/endpoint';
import { plainColor } from '@/lib/domain/palette';

/** Returns the expected response of a creation, as far as the client can compute it. */
export const draftCollection = (
  {
    uuid = '',
    name,
    description = '',
    color = plainColor,
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
  security,
  isDefault: false,
  shareUrl: null,
  listed,
  slug: '',
  smart: smart ?? null,
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
  const { security = collection.security } = body;
  const listed = security === 1 && (body.listed ?? collection.listed);
  return { ...collection, name: name.trim(), description, color, security, listed, smart, updatedAt: now };
};

type Filter<Id extends 'collections.list' | 'collections.details'> = Omit<
  NonNullable<Input<Id>['query']>,
  'page' | 'cursor' | 'size'
>;
export type CollectionFilter = Filter<'collections.list'>;
export type CollectionSortQuery = Filter<'collections.details'>;

const staleTime = minutes(5);

const simplified = () => endpointQuery('collections.simplified', {}, { staleTime });

export const collectionQueries = {
  /** Summaries of all collections of the space, for the sidebar, pickers and filters. */
  simplified,
  /** The uuid of the default collection. */
  defaultUuid: () => ({
    ...simplified(),
    select: ({ content }: Output<'collections.simplified'>) => content.find((one) => one.isDefault)?.uuid,
  }),
  page: (uuid: string, sort: CollectionSortQuery, page: number) =>
    endpointPage('collections.details', { params: { uuid }, query: sort }, page, { staleTime }),
};

type On<Id extends 'collections.update' | 'collections.delete'> = Input<Id> & {
  readonly collection: Collection;
};

/** Returns the cached collections of the current space; empty if they are not cached. */
export const knownCollections = (client: QueryClient): readonly CollectionSummary[] =>
  client.getQueryData(collectionQueries.simplified().queryKey)?.content ?? [];

const nowIso = (): string => new Date().toISOString();
/** Serializes writes to collections. */
export const collectionScope = 'collections';

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
