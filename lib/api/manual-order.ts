import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';
import type { SparseList } from '@/lib/api/bookmark-pages';
import { bookmarkScope } from '@/lib/api/bookmarks';
import { collectionList } from '@/lib/api/collection-editing';
import { collectionQueries, collectionScope as scope } from '@/lib/api/collections';
import { changeLists } from '@/lib/api/effects';
import { rootsTouchedBy } from '@/lib/api/invalidation';
import { endpointMutation } from '@/lib/api/mutation';
import type { Input } from '@/lib/contract';
import { sortQuery } from '@/lib/domain/sort';

/** Target position of a row, before or after another row: exactly one of the two fields is set. */
export type Placement = Input<'collections.order'>['body'];

/** Returns the rows with one of them moved next to another; unchanged if either is missing. */
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
 * Returns a long list with one row moved next to another and the rows between them shifted; unchanged if either is not
 * loaded. A row that moves to a position whose neighbors are not loaded appears when its page is loaded.
 */
export function moveInList(list: SparseList, uuid: string, { after, before }: Placement): SparseList {
  const from = placeOf(list, uuid);
  const anchor = placeOf(list, after ?? before);
  if (from === null || anchor === null || from === anchor) return list;
  const insertAt = after === undefined ? anchor : anchor + 1;
  const to = insertAt > from ? insertAt - 1 : insertAt;
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

/** Manual order of bookmarks; in a separate module because only manually sorted lists use it. */
export const bookmarkOrder = {
  /** Optimistic in every manually sorted list; rolled back on failure. */
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

/** Writes of the collection screens; in a separate module because every page loads the others. */
export const collectionChanges = {
  /** Position in the manual order; optimistic, rolled back on failure. */
  order: () => ({
    ...endpointMutation('collections.order', { scope }),
    onMutate: (variables: Input<'collections.order'>, { client }: { client: QueryClient }) =>
      optimisticOrder(client, variables),
  }),
  merge: () => endpointMutation('collections.merge', { scope }),
  move: () => endpointMutation('collections.move', { scope }),
};

/** Moves a collection in the manual order, and among the collections of the sidebar. */
async function optimisticOrder(client: QueryClient, { params, body }: Input<'collections.order'>) {
  const rollback = [
    await changeCached(client, collectionList(sortQuery('order-ASC')).queryKey, (list) => ({
      ...list,
      content: moveBeside(list.content, params.uuid, body),
    })),
    await changeCached(client, collectionQueries.simplified().queryKey, ({ content }) => {
      const ordered = content.toSorted((a, b) => (a.position ?? -1) - (b.position ?? -1));
      const placeOf = new Map(moveBeside(ordered, params.uuid, body).map(({ uuid }, index) => [uuid, index]));
      return { content: content.map((one) => ({ ...one, position: placeOf.get(one.uuid) })) };
    }),
  ];
  return () => rollback.forEach((run) => run());
}

async function changeCached<Data>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Data, Error>,
  change: (data: Data) => Data,
): Promise<() => void> {
  await client.cancelQueries({ queryKey });
  const state = client.getQueryState<Data>(queryKey);
  if (state?.data === undefined) return () => undefined;
  const before = state.data;
  // An optimistic value is not fresher than the data it was derived from.
  client.setQueryData<Data>(queryKey, () => change(before), { updatedAt: state.dataUpdatedAt });
  return () => void client.setQueryData<Data>(queryKey, () => before);
}
