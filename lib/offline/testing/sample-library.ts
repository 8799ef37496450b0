import type { Space } from '@/lib/contract/spaces';
import type { OfflineLibrary, OfflineSpace } from '@/lib/offline/offline-store';

const counts = { bookmarks: 0, collections: 0, favorites: 0, later: 0, trash: 0 };

/** Returns a copied space for tests. */
export function sampleSpace(name: string, contents: Partial<OfflineSpace> = {}): OfflineSpace {
  const at = '2026-01-01T00:00:00.000Z';
  const space: Space = {
    uuid: name,
    name,
    description: '',
    isDefault: false,
    isCurrent: false,
    counts,
    createdAt: at,
    lastActivityAt: at,
  };
  const { bookmarks = [] } = contents;
  return { space, collections: [], bookmarks, total: bookmarks.length, ...contents };
}

/** Returns a copied library for tests, with a session that is valid for a day. */
export const sampleLibrary = (uuid: string, changes: Partial<OfflineLibrary> = {}): OfflineLibrary => ({
  account: {
    uuid,
    preferences: {
      theme: 'system',
      language: null,
      defaultSpace: null,
      bookmarkSort: 'created_at-DESC',
      collectionSort: 'created_at-DESC',
      rowTags: false,
      views: {},
    },
  },
  expires: new Date(Date.now() + 86_400_000).toISOString(),
  copiedAt: Date.now(),
  renewedAt: Date.now(),
  cursor: '0',
  keys: [],
  spaces: [],
  ...changes,
});
