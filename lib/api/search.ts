import type { Input, Output } from '@/lib/contract';
import { endpointPage, endpointQuery, minutes } from '@/lib/api/endpoint';

/** Minimum length of a query; shorter ones have no results and are not sent. */
export const searchMinLength = 2;

/** Number of bookmarks that the search modal shows before "view all". */
export const searchPreviewSize = 5;

export type SearchFilter = Omit<NonNullable<Input<'search.find'>['query']>, 'page' | 'cursor' | 'size'>;

const staleTime = minutes(1);

export type FacetFilter = NonNullable<Input<'search.facets'>['query']>;

export const searchQueries = {
  /** The first results, shown during typing. */
  preview: (filter: SearchFilter) => ({
    ...endpointQuery('search.find', { query: { ...filter, size: searchPreviewSize } }, { staleTime }),
    enabled: (filter.q ?? '').length >= searchMinLength,
  }),
  page: (filter: SearchFilter, page: number) =>
    endpointPage('search.find', { query: filter }, page, { staleTime }),
  /** Number of encrypted bookmarks, which the service cannot search. */
  encryptedTotal: () => ({
    ...endpointQuery('bookmarks.list', { query: { encrypted: true, size: 1 } }, { staleTime: minutes(5) }),
    select: ({ pagination }: Output<'bookmarks.list'>) => pagination.total,
  }),
  /** Example queries with results in the current space. */
  examples: () => ({
    ...endpointQuery('search.examples', {}, { staleTime: minutes(5) }),
    select: ({ questions }: Output<'search.examples'>) => questions,
  }),
  /** Facets of the results. */
  facets: (filter: FacetFilter) => endpointQuery('search.facets', { query: filter }, { staleTime }),
};
