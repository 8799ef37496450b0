import { replaceEqualDeep, type Query, type QueryClient } from '@tanstack/react-query';
import type { Input, Output } from '@/lib/contract';
import { endpointKey } from '@/lib/queries/endpoint-key';
import { pageSize } from '@/lib/queries/endpoint-query';
import type { QueryId } from '@/lib/queries/operations';
import { absorbers } from '@/lib/queries/patches/absorb';
import { changeInList, type SparseList } from '@/lib/queries/patches/bookmark-list';
import {
  cutPage,
  joinPages,
  pageShapes,
  type BookmarkPageId,
  type LoadedPage,
} from '@/lib/queries/patches/bookmark-pages';
import type { BookmarkScope } from '@/lib/queries/patches/bookmark-scope';
import type { Effects } from '@/lib/queries/patches/effects';

interface Entry<Id extends QueryId> {
  readonly query: Query;
  readonly input: Input<Id>;
  readonly data: Output<Id>;
}

/** Puts an answer in the place of a cached one, unless they are equal. */
type Write = (query: Query, data: unknown) => void;

/**
 * Shows in every cached answer what a write does: lists with all their loaded pages, details and counts. Answers what
 * takes it all back.
 */
export function applyEffects(client: QueryClient, effects: Effects): () => void {
  const { write, takeBack } = startWriting(client);
  const { bookmark } = effects;
  const changed = bookmark?.before ?? null;
  const isElsewhere = changed !== null && isInOtherSpace(client, changed.uuid);
  for (const id of Object.keys(absorbers) as QueryId[]) {
    // Counts of spaces are kept for the current one only.
    if (!(isElsewhere && id === 'spaces.list')) absorb(client, id, effects, write);
  }
  if (bookmark) {
    const change: ListChange = (list, scope) => changeInList(list, scope, bookmark);
    if (isElsewhere) writeListsOf(client, 'search.find', change, write);
    else writeLists(client, change, write);
  }
  return takeBack;
}

/** Whether a search has found the bookmark in another space than the current one. */
export const isInOtherSpace = (client: QueryClient, uuid: string): boolean =>
  entriesOf(client, 'search.find').some(({ data }) => data.spaces.some(({ hits }) => hits.includes(uuid)));

/** What becomes of a list; the same list where it is not concerned. */
type ListChange = (list: SparseList, scope: BookmarkScope) => SparseList;

/** Changes every cached list of bookmarks, with all its loaded pages. Answers what takes it all back. */
export function changeLists(client: QueryClient, change: ListChange): () => void {
  const { write, takeBack } = startWriting(client);
  writeLists(client, change, write);
  return takeBack;
}

function startWriting(client: QueryClient): { write: Write; takeBack: () => void } {
  const before = new Map<Query, unknown>();
  return {
    write: (query, data) => {
      const old: unknown = query.state.data;
      if (replaceEqualDeep(old, data) === old) return;
      if (!before.has(query)) before.set(query, old);
      // What is foreseen is not fresher than what it was made from.
      client.setQueryData(query.queryKey, data, { updatedAt: query.state.dataUpdatedAt });
    },
    takeBack: () => before.forEach((data, query) => client.setQueryData(query.queryKey, data)),
  };
}

function entriesOf<Id extends QueryId>(client: QueryClient, id: Id): Entry<Id>[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: endpointKey(id, {} as Input<Id>).slice(0, 2) })
    .filter((query) => query.state.data !== undefined)
    .map((query) => ({
      query,
      input: query.queryKey[2] as Input<Id>,
      data: query.state.data as Output<Id>,
    }));
}

// The parameter ties the absorber of an id to the answers of the same id, here and below.
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- see above
function absorb<Id extends QueryId>(client: QueryClient, id: Id, effects: Effects, write: Write): void {
  const change = absorbers[id];
  if (change === undefined) return;
  for (const { query, input, data } of entriesOf(client, id)) {
    write(query, change(data, effects, input));
  }
}

function writeLists(client: QueryClient, change: ListChange, write: Write): void {
  for (const id of Object.keys(pageShapes) as BookmarkPageId[]) writeListsOf(client, id, change, write);
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as above
function writeListsOf<Id extends BookmarkPageId>(
  client: QueryClient,
  id: Id,
  change: ListChange,
  write: Write,
): void {
  const shape = pageShapes[id];
  for (const family of familiesOf(entriesOf(client, id))) {
    const pages = family.map(({ input, data }) =>
      loadedPage(shape.rows(data), input.query, shape.pagination(data)),
    );
    const list = joinPages(pages);
    const { input, data: first } = family[0] as Entry<Id>;
    const changed = change(list, shape.scope(input, first));
    if (changed === list) continue;
    family.forEach(({ query, data }, index) => {
      const { rows, pagination } = cutPage(changed, pages[index] as LoadedPage);
      write(query, shape.withRows(data, rows, pagination));
    });
  }
}

const loadedPage = (
  rows: LoadedPage['rows'],
  query: { page?: unknown; size?: unknown } | undefined,
  pagination: LoadedPage['pagination'],
): LoadedPage => {
  const size = Number(query?.size ?? pageSize);
  return { first: (Number(query?.page ?? 1) - 1) * size, size, rows, pagination };
};

/** The pages of each list: entries whose input differs in the page only, the first page first. */
function familiesOf<Id extends BookmarkPageId>(entries: readonly Entry<Id>[]): Entry<Id>[][] {
  const families = new Map<string, Entry<Id>[]>();
  for (const entry of entries) {
    const { page: _page, ...filter } = (entry.input.query ?? {}) as { page?: unknown };
    const family = JSON.stringify([
      (entry.input as { params?: unknown }).params,
      Object.entries(filter).sort(),
    ]);
    families.set(family, [...(families.get(family) ?? []), entry]);
  }
  const pageOf = (entry: Entry<Id>): number => Number(entry.input.query?.page ?? 1);
  return [...families.values()].map((family) => family.sort((a, b) => pageOf(a) - pageOf(b)));
}
