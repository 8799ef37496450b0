import type { ActiveSpace, Space } from '@/lib/contract/schemas/space';
import type { ActiveSpaceRecord } from '@/provider/services/space/list-active-spaces';
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

/** The same with what was saved in it lately. */
export const presentActiveSpace = (space: ActiveSpaceRecord): ActiveSpace => ({
  ...presentSpace(space),
  activity: space.activity,
});
