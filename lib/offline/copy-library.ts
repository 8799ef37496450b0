import type { CollectionSort } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Collection } from '@/lib/contract/collections';
import type { Space } from '@/lib/contract/spaces';
import { sortQuery } from '@/lib/domain/sort';
import { loadOfflineLibrary, saveOfflineLibrary, type OfflineSpace } from '@/lib/offline/offline-store';
import type { Transport } from '@/lib/api/query-client';

/** Source of the copy: calls of the signed-in account, in its current space or in a given one. */
export interface LibrarySource {
  readonly callIn: (space?: string) => Transport;
  /** Returns the session's expiry, ISO 8601; null if it has ended or cannot be determined. */
  readonly readExpiry: () => Promise<string | null>;
}

interface CopyOptions {
  readonly account: string;
  readonly signal: AbortSignal;
  /** Skips copying if the existing copy was started after this time, in milliseconds. */
  readonly since: number;
}

/** Maximum number of bookmarks copied per space, newest first. */
export const mostBookmarks = 10_000;
const pageSize = 200;

/**
 * Copies the library of an account to this device and returns the number of copied bookmarks: 0 if the copy is current,
 * or if the session has ended or belongs to another account.
 */
export async function copyLibrary(
  { callIn, readExpiry }: LibrarySource,
  { account, signal, since }: CopyOptions,
): Promise<number> {
  const stored = await loadOfflineLibrary(account);
  if (stored !== null && stored.copiedAt > since) return 0;
  const copiedAt = Date.now();
  const call = callIn();
  const [expires, { preferences: chosen }, { content: spaces }, { content: keys }] = await Promise.all([
    readExpiry(),
    call('account.get', {}, { signal }),
    call('spaces.list', {}, { signal }),
    call('bookmarks.keys', {}, { signal }),
  ]);
  const copied: OfflineSpace[] = [];
  for (const space of spaces) {
    copied.push(await copySpace(callIn(space.uuid), space, chosen.collectionSort, signal));
  }
  // Read last: another tab may have signed in to a different account.
  const { uuid, preferences } = await call('account.get', {}, { signal });
  if (expires === null || uuid !== account) return 0;
  signal.throwIfAborted();
  await saveOfflineLibrary({ account: { uuid, preferences }, expires, copiedAt, keys, spaces: copied });
  return copied.reduce((sum, { bookmarks }) => sum + bookmarks.length, 0);
}

async function copySpace(
  call: Transport,
  space: Space,
  sort: CollectionSort,
  signal: AbortSignal,
): Promise<OfflineSpace> {
  const collections: Collection[] = [];
  let cursor: string | null = null;
  const nextPage = () => ({ size: pageSize, ...(cursor !== null && { cursor }) });
  do {
    const query = { ...sortQuery(sort), ...nextPage() };
    const { content, pagination } = await call('collections.list', { query }, { signal });
    collections.push(...content);
    cursor = pagination.next;
  } while (cursor !== null);
  const bookmarks: Bookmark[] = [];
  let total = 0;
  do {
    const query = nextPage();
    const { content, pagination } = await call('bookmarks.list', { query }, { signal });
    bookmarks.push(...content);
    total = pagination.total;
    cursor = pagination.next;
  } while (cursor !== null && bookmarks.length < mostBookmarks);
  return { space, collections, bookmarks: bookmarks.slice(0, mostBookmarks), total };
}
