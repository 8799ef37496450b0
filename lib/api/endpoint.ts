import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Page, ReadOn } from '@/lib/api/complete-page';
import type { MutationId, QueryId, Root } from '@/lib/api/invalidation';
import { transportOf } from '@/lib/api/query-client';
import type { Input, Output } from '@/lib/contract';
import type { Pagination } from '@/lib/contract/primitives';

const rootOf = (id: QueryId | MutationId): Root => id.slice(0, id.indexOf('.')) as Root;

export type EndpointKey<Id extends QueryId> = readonly [root: Root, id: Id, input: Input<Id>];

/**
 * Returns the cache key of a read: root, operation, input. Equivalent inputs have the same key: undefined and empty
 * parts and values are omitted (field order does not matter, the cache sorts fields itself).
 */
export const endpointKey = <Id extends QueryId>(id: Id, input: Input<Id>): EndpointKey<Id> => [
  rootOf(id),
  id,
  withoutEmpty(input) as Input<Id>,
];

/** Returns the key of a write, by which concurrent writes are found. */
export const mutationKey = (id: MutationId) => [rootOf(id), id] as const;

function withoutEmpty(value: object): object {
  const entries = Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    const field = isPlainObject(part) ? withoutEmpty(part) : part;
    const isEmpty = field === undefined || (isPlainObject(field) && Object.keys(field).length === 0);
    return isEmpty ? [] : [[name, field] as const];
  });
  return Object.fromEntries(entries);
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows per page, in all lists. */
export const pageSize = 50;

/**
 * Maximum number of bookmarks of a change that is optimistic, and that the outbox stores. Above it, patching every list for
 * each row takes as long as the request.
 */
export const optimisticMax = 60;

export const minutes = (count: number): number => count * 60_000;

interface Freshness {
  /** How long a response counts as fresh, in milliseconds; required, so that each query sets it explicitly. */
  readonly staleTime: number;
}

/** Query options of one read, shared by prefetching, the browser and tests. */
export function endpointQuery<Id extends QueryId>(id: Id, input: Input<Id>, { staleTime }: Freshness) {
  return queryOptions({
    queryKey: endpointKey(id, input),
    queryFn: ({ client, signal }) => transportOf(client)(id, input, { signal }),
    staleTime,
  });
}

/** Reads that return one page of a list. */
export type PagedId = {
  [Id in QueryId]: Output<Id> extends { pagination: Pagination }
    ? Input<Id> extends { query?: { page?: unknown } | undefined }
      ? Id
      : never
    : never;
}[QueryId];

/**
 * Query options of one page of a list. Pages are keyed by number, so that a list can be opened at any position and only
 * pages near the viewport are in memory. If the previous page is cached, the request continues from its cursor: this
 * costs the same at any depth and leaves no gap when rows were added or removed in between. If rows are so long that
 * the service truncates the page, the rest is read as well, so that row positions can be computed.
 */
export function endpointPage<Id extends PagedId>(
  id: Id,
  input: Input<Id>,
  page: number,
  freshness: Freshness,
) {
  const numbered = numberedInput(id, input, page);
  // eslint-disable-next-line @tanstack/query/exhaustive-deps -- `numbered` is derived from the input and the page
  return queryOptions({
    queryKey: endpointKey(id, numbered),
    queryFn: async ({ client, signal, queryKey }) => {
      const call = transportOf(client);
      const isFirstRead = client.getQueryState(queryKey)?.data === undefined;
      const cursor = isFirstRead && page > 1 ? cursorAfter(client, id, input, page - 1) : null;
      const first = await call(id, cursor === null ? numbered : atCursor(id, input, cursor), { signal });
      // Every paged output is a page; TypeScript cannot infer that through the type parameter.
      const { content, bookmarks, pagination } = first as Page;
      if (pagination.next === null || (content ?? bookmarks)?.length === pageSize) return first;
      const { completePage } = await import('@/lib/api/complete-page');
      const readOn = (next: string, size: number) => call(id, atCursor(id, input, next, size), { signal });
      return completePage(first as Page, pageSize, readOn as ReadOn) as Promise<typeof first>;
    },
    staleTime: freshness.staleTime,
  });
}

// Page 1 is the list itself: without a number, its key equals that of a plain read of the list.
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

function cursorAfter<Id extends PagedId>(
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
