import { replaceEqualDeep, type Query, type QueryClient } from '@tanstack/react-query';
import {
  changeInList,
  cutPage,
  joinPages,
  pageShapes,
  type BookmarkPageId,
  type LoadedPage,
  type SparseList,
  type Change,
} from '@/lib/api/bookmark-pages';
import { endpointKey, pageSize } from '@/lib/api/endpoint';
import type { QueryId } from '@/lib/api/invalidation';
import type { BookmarkScope } from '@/lib/bookmark/scope';
import type { Input, Output } from '@/lib/contract';
import type { Account } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Collection, CollectionRef, CollectionSummary } from '@/lib/contract/collections';
import type { Space } from '@/lib/contract/spaces';
import type { TagCount } from '@/lib/contract/tags';
import { compareNames } from '@/lib/domain/compare-names';

/** Returns a bookmark row after one of its collections was renamed, recolored or removed. */
function changeCollectionOfRow(bookmark: Bookmark, { before, after }: Change<Collection>): Bookmark {
  const uuid = (after ?? before)?.uuid;
  if (!bookmark.collections.some((one) => one.uuid === uuid)) return bookmark;
  const collections = bookmark.collections.flatMap((one) => {
    if (one.uuid !== uuid) return [one];
    return after === null ? [] : [refOf(after)];
  });
  return { ...bookmark, collections };
}

/** Returns a list of collections or summaries after one was added, changed or removed; a new one comes first. */
function changeCollections<C extends CollectionRef>(
  list: readonly C[],
  { before, after }: Change<Collection>,
  shorten: (collection: Collection) => C,
): C[] {
  if (after === null) return list.filter((one) => one.uuid !== before?.uuid);
  const known = list.some((one) => one.uuid === after.uuid);
  return known
    ? list.map((one) => (one.uuid === after.uuid ? { ...one, ...shorten(after) } : one))
    : [shorten(after), ...list];
}

/** Returns what bookmarks contain of a collection. */
export const refOf = ({ uuid, name, color, icon, security }: CollectionRef): CollectionRef => ({
  uuid,
  name,
  color,
  icon,
  security,
});

/** Sort order of summaries: the default collection first, then by name. */
const byDefaultThenName = (
  a: { isDefault: boolean; name: string },
  b: { isDefault: boolean; name: string },
): number => Number(b.isDefault) - Number(a.isDefault) || compareNames(a.name, b.name);

type Counted = (bookmark: Bookmark) => boolean;

const isLive: Counted = (bookmark) => bookmark.deletedAt === null;

/** Change in the number of bookmarks for which `counts` holds: 1, 0 or -1. */
const countDelta = ({ before, after }: Change<Bookmark>, counts: Counted): number =>
  Number(after !== null && counts(after)) - Number(before !== null && counts(before));

interface SpaceCounts {
  readonly bookmarks: number;
  readonly collections: number;
  readonly favorites: number;
  readonly later: number;
  readonly trash: number;
}

const changeSpaceCounts = (counts: SpaceCounts, change: Change<Bookmark>): SpaceCounts => ({
  ...counts,
  bookmarks: counts.bookmarks + countDelta(change, isLive),
  favorites: counts.favorites + countDelta(change, (bookmark) => isLive(bookmark) && bookmark.favorite),
  later: counts.later + countDelta(change, (bookmark) => isLive(bookmark) && bookmark.later),
  trash: counts.trash + countDelta(change, (bookmark) => !isLive(bookmark)),
});

/** Returns a collection or summary with its count after the change. */
const changeCollectionCount = <C extends { uuid: string; count: number }>(
  collection: C,
  change: Change<Bookmark>,
): C => {
  const by = countDelta(
    change,
    (bookmark) => isLive(bookmark) && bookmark.collections.some(({ uuid }) => uuid === collection.uuid),
  );
  return by === 0 ? collection : { ...collection, count: Math.max(0, collection.count + by) };
};

/** Returns a cached response after a write; `changeInList` handles the membership of rows in lists. */
type CacheReducer<Id extends QueryId> = (
  cached: Output<Id>,
  effects: Effects,
  input: Input<Id>,
) => Output<Id>;

const reducers: { readonly [Id in QueryId]?: CacheReducer<Id> } = {
  'account.get': (account, effects) => effects.account?.(account) ?? account,
  'bookmarks.list': (page, effects) => ({ ...page, content: changeRows(page.content, effects) }),
  'collections.details': (page, effects) => ({
    ...page,
    collection: changeOne(page.collection, effects),
    bookmarks: changeRows(page.bookmarks, effects),
  }),
  'search.find': (result, effects) => ({
    ...result,
    bookmarks: changeRows(result.bookmarks, effects),
    collections: changeKnown(result.collections, effects),
  }),
  'collections.list': (page, effects) => {
    const content = changeAll(page.content, effects, (collection) => collection);
    const total = page.pagination.total + content.length - page.content.length;
    return { ...page, content, pagination: { ...page.pagination, total } };
  },
  'collections.simplified': (list, effects) => ({
    content: changeAll(list.content, effects, summaryOf).sort(byDefaultThenName),
  }),
  'collections.top': (list, effects) => ({ content: changeKnown(list.content, effects) }),
  'spaces.list': (page, effects) => ({ ...page, content: changeSpaces(page.content, effects) }),
  'tags.list': (list, effects) => ({ content: effects.tags?.(list.content) ?? list.content }),
};

const changeRows = (rows: Bookmark[], { collection }: Effects): Bookmark[] =>
  collection === undefined ? rows : rows.map((row) => changeCollectionOfRow(row, collection));

function changeOne(collection: Collection, effects: Effects): Collection {
  const counted = effects.bookmark ? changeCollectionCount(collection, effects.bookmark) : collection;
  const after = effects.collection?.after;
  return after?.uuid === collection.uuid ? { ...after, count: counted.count } : counted;
}

function changeAll<C extends CollectionRef & { count: number }>(
  list: readonly C[],
  { bookmark, collection }: Effects,
  shorten: (collection: Collection) => C,
): C[] {
  const counted = bookmark ? list.map((one) => changeCollectionCount(one, bookmark)) : [...list];
  return collection ? changeCollections(counted, collection, shorten) : counted;
}

/** Updates the collections of a selection; does not add new ones. */
function changeKnown(list: readonly CollectionSummary[], effects: Effects): CollectionSummary[] {
  const { bookmark, collection } = effects;
  const isNew = collection?.before === null;
  return changeAll(
    list,
    { ...(bookmark && { bookmark }), ...(!isNew && collection && { collection }) },
    summaryOf,
  );
}

const summaryOf = ({
  uuid,
  name,
  color,
  icon,
  pinned,
  security,
  count,
  isDefault,
  smart,
}: Collection): CollectionSummary => ({
  uuid,
  name,
  color,
  icon,
  pinned,
  security,
  count,
  isDefault,
  smart: smart !== null,
});

function changeSpaces(spaces: readonly Space[], { bookmark, collection, space }: Effects): Space[] {
  const counted = spaces.map((one) => {
    if (!one.isCurrent) return one;
    const counts = bookmark ? changeSpaceCounts(one.counts, bookmark) : one.counts;
    return { ...one, counts: { ...counts, collections: counts.collections + existenceDelta(collection) } };
  });
  return space ? changeSpaceList(counted, space) : counted;
}

const existenceDelta = (change: Change<unknown> | undefined): number =>
  change === undefined ? 0 : Number(change.after !== null) - Number(change.before !== null);

function changeSpaceList(spaces: Space[], { before, after }: Change<Space>): Space[] {
  if (after === null) return spaces.filter((one) => one.uuid !== before?.uuid);
  if (!spaces.some((one) => one.uuid === after.uuid)) return [...spaces, after];
  return spaces.map((one) => {
    if (one.uuid === after.uuid) return after;
    return after.isDefault && one.isDefault ? { ...one, isDefault: false } : one;
  });
}

interface Entry<Id extends QueryId> {
  readonly query: Query;
  readonly input: Input<Id>;
  readonly data: Output<Id>;
}

/** Replaces a cached response, unless both are equal. */
type Write = (query: Query, data: unknown) => void;

/**
 * Applies the effects of a write to every cached response: lists with all their loaded pages, details and counts.
 * With `only`, to the response of that query alone. Returns the rollback.
 */
export function applyEffects(client: QueryClient, effects: Effects, only?: Query): () => void {
  const { write, rollback } = startWriting(client);
  const { bookmark } = effects;
  const changed = bookmark?.before ?? null;
  const isElsewhere = changed !== null && isInOtherSpace(client, changed.uuid);
  for (const id of Object.keys(reducers) as QueryId[]) {
    // Only the counts of the current space are updated.
    if (!(isElsewhere && id === 'spaces.list')) reduceCached(client, id, effects, write, only);
  }
  if (bookmark) {
    const change: ListChange = (list, scope) => changeInList(list, scope, bookmark);
    if (isElsewhere) writeListsOf(client, 'search.find', change, write, only);
    else writeLists(client, change, write, only);
  }
  return rollback;
}

/** Whether a search has found the bookmark in another space than the current one. */
export const isInOtherSpace = (client: QueryClient, uuid: string): boolean =>
  entriesOf(client, 'search.find').some(({ data }) => data.spaces.some(({ hits }) => hits.includes(uuid)));

/** Returns a bookmark from any cached list, or from the response of one query; null if it is not cached. */
export function cachedBookmark(client: QueryClient, uuid: string, only?: Query): Bookmark | null {
  for (const id of Object.keys(pageShapes) as BookmarkPageId[]) {
    const row = rowsOf(client, id, only).find((one) => one.uuid === uuid);
    if (row) return row;
  }
  return null;
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- ties the shape of an id to its responses
const rowsOf = <Id extends BookmarkPageId>(client: QueryClient, id: Id, only?: Query): Bookmark[] =>
  entriesOf(client, id, only).flatMap(({ data }) => pageShapes[id].rows(data));

/** Returns the changed list; the same list if the change does not affect it. */
type ListChange = (list: SparseList, scope: BookmarkScope) => SparseList;

/** Changes every cached bookmark list, with all its loaded pages. Returns the rollback. */
export function changeLists(client: QueryClient, change: ListChange): () => void {
  const { write, rollback } = startWriting(client);
  writeLists(client, change, write);
  return rollback;
}

function startWriting(client: QueryClient): { write: Write; rollback: () => void } {
  const before = new Map<Query, unknown>();
  return {
    write: (query, data) => {
      const old: unknown = query.state.data;
      if (replaceEqualDeep(old, data) === old) return;
      if (!before.has(query)) before.set(query, old);
      // An optimistic value is not fresher than the data it was derived from.
      client.setQueryData(query.queryKey, data, { updatedAt: query.state.dataUpdatedAt });
    },
    rollback: () => before.forEach((data, query) => client.setQueryData(query.queryKey, data)),
  };
}

function entriesOf<Id extends QueryId>(client: QueryClient, id: Id, only?: Query): Entry<Id>[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: endpointKey(id, {} as Input<Id>).slice(0, 2) })
    .filter((query) => query.state.data !== undefined && (only === undefined || query === only))
    .map((query) => ({
      query,
      input: query.queryKey[2] as Input<Id>,
      data: query.state.data as Output<Id>,
    }));
}

// The parameter ties the reducer of an id to the responses of the same id, here and below.
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- see above
function reduceCached<Id extends QueryId>(
  client: QueryClient,
  id: Id,
  effects: Effects,
  write: Write,
  only?: Query,
): void {
  const change = reducers[id];
  if (change === undefined) return;
  for (const { query, input, data } of entriesOf(client, id, only)) {
    write(query, change(data, effects, input));
  }
}

function writeLists(client: QueryClient, change: ListChange, write: Write, only?: Query): void {
  for (const id of Object.keys(pageShapes) as BookmarkPageId[]) writeListsOf(client, id, change, write, only);
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as above
function writeListsOf<Id extends BookmarkPageId>(
  client: QueryClient,
  id: Id,
  change: ListChange,
  write: Write,
  only?: Query,
): void {
  const shape = pageShapes[id];
  const defaultCollection = defaultCollectionOf(client);
  for (const family of familiesOf(entriesOf(client, id, only))) {
    const pages = family.map(({ input, data }) =>
      loadedPage(shape.rows(data), input.query, shape.pagination(data)),
    );
    const list = joinPages(pages);
    const { input, data: first } = family[0] as Entry<Id>;
    const changed = change(list, shape.scope(input, first, defaultCollection));
    if (changed === list) continue;
    family.forEach(({ query, data }, index) => {
      const { rows, pagination } = cutPage(changed, pages[index] as LoadedPage);
      write(query, shape.withRows(data, rows, pagination));
    });
  }
}

const defaultCollectionOf = (client: QueryClient): string | undefined =>
  entriesOf(client, 'collections.simplified')
    .flatMap(({ data }) => data.content)
    .find(({ isDefault }) => isDefault)?.uuid;

const loadedPage = (
  rows: LoadedPage['rows'],
  query: { page?: unknown; size?: unknown } | undefined,
  pagination: LoadedPage['pagination'],
): LoadedPage => {
  const size = Number(query?.size ?? pageSize);
  return { first: (Number(query?.page ?? 1) - 1) * size, size, rows, pagination };
};

/** Groups entries by list, that is by all input except the page; sorted by page. */
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

/**
 * Effects of a write in domain terms. Each cached response applies the effects that concern it, so a write does not
 * depend on which lists, counts and details are cached.
 */
export interface Effects {
  readonly bookmark?: Change<Bookmark>;
  readonly collection?: Change<Collection>;
  /** For a deleted collection: whether its bookmarks move to the trash with it. */
  readonly takesBookmarks?: boolean;
  readonly space?: Change<Space>;
  readonly account?: (account: Account) => Account;
  readonly tags?: (tags: TagCount[]) => TagCount[];
}
