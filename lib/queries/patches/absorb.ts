import type { Input, Output } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { Collection, CollectionRef, CollectionSummary } from '@/lib/contract/schemas/collection';
import type { Space } from '@/lib/contract/schemas/space';
import type { QueryId } from '@/lib/queries/operations';
import {
  byDefaultThenName,
  changeCollectionOfRow,
  changeCollections,
} from '@/lib/queries/patches/collection-change';
import { changeCollectionCount, changeSpaceCounts } from '@/lib/queries/patches/counts';
import type { Change, Effects } from '@/lib/queries/patches/effects';

/** What one cached answer is after a write; membership of rows in lists is `changeInList`'s part. */
type Absorber<Id extends QueryId> = (cached: Output<Id>, effects: Effects, input: Input<Id>) => Output<Id>;

export const absorbers: { readonly [Id in QueryId]?: Absorber<Id> } = {
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

/** A selection of collections takes changes of those that it shows, and no new one. */
function changeKnown(list: readonly CollectionSummary[], effects: Effects): CollectionSummary[] {
  const { bookmark, collection } = effects;
  const isNews = collection?.before === null;
  return changeAll(
    list,
    { ...(bookmark && { bookmark }), ...(!isNews && collection && { collection }) },
    summaryOf,
  );
}

const summaryOf = ({
  uuid,
  name,
  color,
  security,
  count,
  isDefault,
  smart,
}: Collection): CollectionSummary => ({
  uuid,
  name,
  color,
  security,
  count,
  isDefault,
  smart: smart !== null,
});

function changeSpaces(spaces: readonly Space[], { bookmark, collection, space }: Effects): Space[] {
  const counted = spaces.map((one) => {
    if (!one.isCurrent) return one;
    const counts = bookmark ? changeSpaceCounts(one.counts, bookmark) : one.counts;
    return { ...one, counts: { ...counts, collections: counts.collections + births(collection) } };
  });
  return space ? changeSpaceList(counted, space) : counted;
}

const births = (change: Change<unknown> | undefined): number =>
  change === undefined ? 0 : Number(change.after !== null) - Number(change.before !== null);

function changeSpaceList(spaces: Space[], { before, after }: Change<Space>): Space[] {
  if (after === null) return spaces.filter((one) => one.uuid !== before?.uuid);
  if (!spaces.some((one) => one.uuid === after.uuid)) return [...spaces, after];
  return spaces.map((one) => {
    if (one.uuid === after.uuid) return after;
    return after.isDefault && one.isDefault ? { ...one, isDefault: false } : one;
  });
}
