import type { QueryClient } from '@tanstack/react-query';
import type { Input, Output } from '@/lib/contract';
import type { CollectionSummary } from '@/lib/contract/collections';
import { endpointPage, endpointQuery, minutes } from '@/lib/api/endpoint';

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

/** Returns the cached collections of the current space; empty if they are not cached. */
export const knownCollections = (client: QueryClient): readonly CollectionSummary[] =>
  client.getQueryData(collectionQueries.simplified().queryKey)?.content ?? [];

/** Serializes writes to collections. */
export const collectionScope = 'collections';
