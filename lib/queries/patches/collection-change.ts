import { compareNames } from '@/lib/domain/compare-names';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { Collection, CollectionRef } from '@/lib/contract/schemas/collection';
import type { Change } from '@/lib/queries/patches/effects';

/** The row of a bookmark after one of its collections has changed its name or color, or is gone. */
export function changeCollectionOfRow(bookmark: Bookmark, { before, after }: Change<Collection>): Bookmark {
  const uuid = (after ?? before)?.uuid;
  if (!bookmark.collections.some((one) => one.uuid === uuid)) return bookmark;
  const collections = bookmark.collections.flatMap((one) => {
    if (one.uuid !== uuid) return [one];
    return after === null ? [] : [refOf(after)];
  });
  return { ...bookmark, collections };
}

/** A list of collections, short or whole, after one has come, changed or gone; a new one stands first. */
export function changeCollections<C extends CollectionRef>(
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

const refOf = ({ uuid, name, color, security }: Collection): CollectionRef => ({
  uuid,
  name,
  color,
  security,
});

/** Places a new summary among the others: the default collection first, then by name. */
export const byDefaultThenName = (
  a: { isDefault: boolean; name: string },
  b: { isDefault: boolean; name: string },
): number => Number(b.isDefault) - Number(a.isDefault) || compareNames(a.name, b.name);
