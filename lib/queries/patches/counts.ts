import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { Change } from '@/lib/queries/patches/effects';

type Counted = (bookmark: Bookmark) => boolean;

const isLive: Counted = (bookmark) => bookmark.deletedAt === null;

/** By how much a change moves the number of bookmarks for which `counts` holds: 1, 0 or -1. */
const shift = ({ before, after }: Change<Bookmark>, counts: Counted): number =>
  Number(after !== null && counts(after)) - Number(before !== null && counts(before));

interface SpaceCounts {
  readonly bookmarks: number;
  readonly collections: number;
  readonly favorites: number;
  readonly trash: number;
}

export const changeSpaceCounts = (counts: SpaceCounts, change: Change<Bookmark>): SpaceCounts => ({
  ...counts,
  bookmarks: counts.bookmarks + shift(change, isLive),
  favorites: counts.favorites + shift(change, (bookmark) => isLive(bookmark) && bookmark.favorite),
  trash: counts.trash + shift(change, (bookmark) => !isLive(bookmark)),
});

/** A collection, however short, with its count after the change. */
export const changeCollectionCount = <C extends { uuid: string; count: number }>(
  collection: C,
  change: Change<Bookmark>,
): C => {
  const by = shift(
    change,
    (bookmark) => isLive(bookmark) && bookmark.collections.some(({ uuid }) => uuid === collection.uuid),
  );
  return by === 0 ? collection : { ...collection, count: Math.max(0, collection.count + by) };
};
