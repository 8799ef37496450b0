import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Page, ReadOn } from '@/lib/api/complete-page';
import type { MutationId, QueryId, Root } from '@/lib/api/invalidation';
import { transportOf } from '@/lib/api/query-client';
import type { Input, Output } from '@/lib/contract';
import type { Pagination } from '@/lib/contract/primitives';

const rootOf = (id: QueryId | MutationId): Root => id.slice(0, id.indexOf('.')) as Root;

export type EndpointKey<Id extends QueryId> = readonly [root: Root, id: Id, input: Input<Id>];

/**
 * The cache key of a read: root, operation, input. What means the same has the same key: parts and values that are
 * undefined or empty are left out (the order of fields does not count, the cache sorts them itself).
 */
export const endpointKey = <Id extends QueryId>(id: Id, input: Input<Id>): EndpointKey<Id> => [
  rootOf(id),
  id,
  withoutGaps(input) as Input<Id>,
];

/** The key of a write, by which running siblings find one another. */
export const mutationKey = (id: MutationId) => [rootOf(id), id] as const;

function withoutGaps(value: object): object {
  const kept = Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    const field = isPlainObject(part) ? withoutGaps(part) : part;
    const isGap = field === undefined || (isPlainObject(field) && Object.keys(field).length === 0);
    return isGap ? [] : [[name, field] as const];
  });
  return Object.fromEntries(kept);
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows that one page holds, everywhere. */
export const pageSize = 50;

export const minutes = (count: number): number => count * 60_000;

interface Freshness {
  /** How long an answer counts as current, in milliseconds: a decision that each query has to take. */
  readonly staleTime: number;
}

/** Query options of one read. The same options serve prefetching, the browser and tests. */
export function endpointQuery<Id extends QueryId>(id: Id, input: Input<Id>, { staleTime }: Freshness) {
  return queryOptions({
    queryKey: endpointKey(id, input),
    queryFn: ({ client, signal }) => transportOf(client)(id, input, { signal }),
    staleTime,
  });
}

/** Reads whose answer is one page of a list. */
export type PagedId = {
  [Id in QueryId]: Output<Id> extends { pagination: Pagination }
    ? Input<Id> extends { query?: { page?: unknown } | undefined }
      ? Id
      : never
    : never;
}[QueryId];

/**
 * One page of a list. A page is known by its number, so that a list can be entered anywhere and holds in memory only
 * what is near the eye. When the page before it is in the cache it continues from that page's cursor: this costs the
 * same however deep, and joins without a gap although rows came or went meanwhile. Where rows are so long that the
 * service cuts the page, the rest of it is read behind the cut, so that places in the list can be computed.
 */
export function endpointPage<Id extends PagedId>(
  id: Id,
  input: Input<Id>,
  page: number,
  freshness: Freshness,
) {
  const numbered = numberedInput(id, input, page);
  // eslint-disable-next-line @tanstack/query/exhaustive-deps -- `numbered` is made from the input and the page
  return queryOptions({
    queryKey: endpointKey(id, numbered),
    queryFn: async ({ client, signal, queryKey }) => {
      const call = transportOf(client);
      const isFirstRead = client.getQueryState(queryKey)?.data === undefined;
      const cursor = isFirstRead && page > 1 ? cursorBehind(client, id, input, page - 1) : null;
      const first = await call(id, cursor === null ? numbered : atCursor(id, input, cursor), { signal });
      // Every paged output is a page; the compiler cannot see that through the type parameter.
      const { content, bookmarks, pagination } = first as Page;
      if (pagination.next === null || (content ?? bookmarks)?.length === pageSize) return first;
      const { completePage } = await import('@/lib/api/complete-page');
      const readOn = (next: string, size: number) => call(id, atCursor(id, input, next, size), { signal });
      return completePage(first as Page, pageSize, readOn as ReadOn) as Promise<typeof first>;
    },
    staleTime: freshness.staleTime,
  });
}

// Page 1 is the list itself: without a number, it is the key that a plain read of the list has.
const numberedInput = <Id extends PagedId>(_id: Id, input: Input<Id>, page: number): Input<Id> => ({
  ...input,
  query: { ...input.query, size: pageSize, page: page === 1 ? undefined : page },
});

const atCursor = <Id extends PagedId>(
  _id: Id,
  input: Input<Id>,
  cursor: string,
  size = pageSize,
): Input<Id> => ({
  ...input,
  query: { ...input.query, size, cursor },
});

function cursorBehind<Id extends PagedId>(
  client: QueryClient,
  id: Id,
  input: Input<Id>,
  page: number,
): string | null {
  const state = client.getQueryState<{ pagination: Pagination }>(
    endpointKey(id, numberedInput(id, input, page)),
  );
  return state?.data === undefined || state.isInvalidated ? null : state.data.pagination.next;
}
