import type { QueryClient } from '@tanstack/react-query';
import type { SparseList } from '@/lib/api/bookmark-pages';
import { bookmarkScope } from '@/lib/api/bookmarks';
import { collectionQueries, collectionScope as scope } from '@/lib/api/collections';
import { changeLists } from '@/lib/api/effects';
import { rootsTouchedBy } from '@/lib/api/invalidation';
import { endpointMutation } from '@/lib/api/mutation';
import type { Input } from '@/lib/contract';
import { sortQuery } from '@/lib/domain/sort';

/** Beside which row another one is placed: exactly one of the two is named. */
export type Placement = Input<'collections.order'>['body'];

/** Rows with one of them placed beside another; as they are where either is not among them. */
export function moveBeside<Row extends { readonly uuid: string }>(
  rows: readonly Row[],
  uuid: string,
  { after, before }: Placement,
): Row[] {
  const moved = rows.find((row) => row.uuid === uuid);
  const rest = rows.filter((row) => row !== moved);
  const anchor = rest.findIndex((row) => row.uuid === (after ?? before));
  if (moved === undefined || anchor < 0) return [...rows];
  return rest.toSpliced(after === undefined ? anchor : anchor + 1, 0, moved);
}

/**
 * A long list with one row placed beside another, those between them moved by one; as it is where either is not loaded.
 * A row that is moved to a place among those that are not loaded comes with its page.
 */
export function moveInList(list: SparseList, uuid: string, { after, before }: Placement): SparseList {
  const from = placeOf(list, uuid);
  const anchor = placeOf(list, after ?? before);
  if (from === null || anchor === null || from === anchor) return list;
  const behind = after === undefined ? anchor : anchor + 1;
  const to = behind > from ? behind - 1 : behind;
  const placeAfter = (place: number): number => {
    if (place === from) return to;
    if (place > from && place <= to) return place - 1;
    return place >= to && place < from ? place + 1 : place;
  };
  return { ...list, rows: new Map([...list.rows].map(([place, row]) => [placeAfter(place), row])) };
}

function placeOf({ rows }: SparseList, uuid: string | undefined): number | null {
  for (const [place, row] of rows) if (row.uuid === uuid) return place;
  return null;
}

/** The place of a bookmark in the manual order; apart from the other writes because only lists in that order make it. */
export const bookmarkOrder = {
  /** Shown at once in every list in that order, and taken back when it cannot be had. */
  place: () => ({
    ...endpointMutation('bookmarks.order', {
      scope: bookmarkScope,
      fromReply: (reply) => ({ bookmark: { before: reply, after: reply } }),
    }),
    onMutate: async ({ params, body }: Input<'bookmarks.order'>, { client }: { client: QueryClient }) => {
      const roots = rootsTouchedBy('bookmarks.order');
      await client.cancelQueries({ predicate: (query) => roots.has(query.queryKey[0]) });
      return changeLists(client, (list, scope) =>
        scope.isManual ? moveInList(list, params.uuid, body) : list,
      );
    },
  }),
};

/** Writes that only the screens of collections make; apart from the others because every page loads those. */
export const collectionChanges = {
  /** A place in the manual order, shown at once and taken back when it cannot be had. */
  order: () => ({
    ...endpointMutation('collections.order', { scope }),
    onMutate: (variables: Input<'collections.order'>, { client }: { client: QueryClient }) =>
      optimisticOrder(client, variables),
  }),
  merge: () => endpointMutation('collections.merge', { scope }),
  move: () => endpointMutation('collections.move', { scope }),
};

async function optimisticOrder(client: QueryClient, { params, body }: Input<'collections.order'>) {
  const { queryKey } = collectionQueries.list(sortQuery('order-ASC'));
  await client.cancelQueries({ queryKey });
  const state = client.getQueryState(queryKey);
  if (state?.data === undefined) return undefined;
  const before = state.data;
  const content = moveBeside(before.content, params.uuid, body);
  // An optimistic value is not fresher than what it was made from.
  client.setQueryData(queryKey, { ...before, content }, { updatedAt: state.dataUpdatedAt });
  return () => void client.setQueryData(queryKey, before);
}
