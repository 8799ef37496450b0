import type { Space } from '@/lib/contract/schemas/space';
import type { SpaceRecord } from '@/provider/services/spaces';

/** A space as its owner sees it. */
export const presentSpace = (space: SpaceRecord): Space => ({
  uuid: space.id,
  name: space.name,
  description: space.description,
  isDefault: space.isDefault,
  isCurrent: space.isCurrent,
  counts: {
    bookmarks: space.bookmarkCount,
    collections: space.collectionCount,
    favorites: space.favoriteCount,
    trash: space.trashCount,
  },
  createdAt: space.createdAt.toISOString(),
  lastActivityAt: space.lastActivityAt.toISOString(),
});
