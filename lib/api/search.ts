import type { Input, Output } from '@/lib/contract';
import { endpointPage, endpointQuery, minutes } from '@/lib/api/endpoint';

/** Shorter texts find nothing, and are not sent. */
export const searchMinLength = 2;

/** Bookmarks that the search modal shows before "view all". */
export const searchPreviewSize = 5;

export type SearchFilter = Omit<NonNullable<Input<'search.find'>['query']>, 'page' | 'cursor' | 'size'>;

const staleTime = minutes(1);

export type FacetFilter = NonNullable<Input<'search.facets'>['query']>;

export const searchQueries = {
  /** The first few results while somebody types. */
  preview: (filter: SearchFilter) => ({
    ...endpointQuery('search.find', { query: { ...filter, size: searchPreviewSize } }, { staleTime }),
    enabled: (filter.q ?? '').length >= searchMinLength,
  }),
  page: (filter: SearchFilter, page: number) =>
    endpointPage('search.find', { query: filter }, page, { staleTime }),
  /** How many bookmarks no search of the service looks into. */
  encryptedTotal: () => ({
    ...endpointQuery('bookmarks.list', { query: { encrypted: true, size: 1 } }, { staleTime: minutes(5) }),
    select: ({ pagination }: Output<'bookmarks.list'>) => pagination.total,
  }),
  /** Questions that find something in the current space. */
  examples: () => ({
    ...endpointQuery('search.examples', {}, { staleTime: minutes(5) }),
    select: ({ questions }: Output<'search.examples'>) => questions,
  }),
  /** What the results have in common. */
  facets: (filter: FacetFilter) => endpointQuery('search.facets', { query: filter }, { staleTime }),
};
