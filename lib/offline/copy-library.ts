import { listScope } from '@/lib/bookmark/scope';
import type { Bookmark, BookmarkChange } from '@/lib/contract/bookmarks';
import type { Collection } from '@/lib/contract/collections';
import { limits } from '@/lib/contract/limits';
import { sortQuery } from '@/lib/domain/sort';
import {
  loadOfflineLibrary,
  saveOfflineLibrary,
  type OfflineLibrary,
  type OfflineSpace,
} from '@/lib/offline/offline-store';
import { isExpired, readChanges } from '@/lib/api/changes';
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
/** Age at which a copy reads everything again: the change feed does not report visits. */
const renewedMs = 86_400_000;

/**
 * Brings the copy of an account's library on this device up to date. Returns the number of bookmarks that were read: 0 if
 * the copy is current, or if the session has ended or belongs to another account.
 */
export async function copyLibrary(
  source: LibrarySource,
  { account, signal, since }: CopyOptions,
): Promise<number> {
  const stored = await loadOfflineLibrary(account);
  if (stored !== null && stored.copiedAt > since) return 0;
  const read = await readLibrary(source, { account, signal, stored });
  if (read === null) return 0;
  signal.throwIfAborted();
  await saveOfflineLibrary(read.library);
  return read.count;
}

interface ReadOptions extends Pick<CopyOptions, 'account' | 'signal'> {
  readonly stored: OfflineLibrary | null;
}

/**
 * Returns the library as it is now: the stored copy with the changes since then or, without a copy or with one that is
 * too old, all of it; `count` is the number of bookmarks that were read. Null if the session has ended or belongs to
 * another account.
 */
export async function readLibrary(
  { callIn, readExpiry }: LibrarySource,
  { account, signal, stored }: ReadOptions,
): Promise<{ library: OfflineLibrary; count: number } | null> {
  const copiedAt = Date.now();
  const call = callIn();
  const isOld = stored === null || copiedAt - stored.renewedAt > renewedMs;
  const followed = isOld ? null : await followChanges(call, stored.cursor, signal);
  // Before the lists: what changes while they are read is after this cursor.
  const cursor = followed?.next ?? (await call('bookmarks.changes', {}, { signal })).next;
  const [expires, { preferences: chosen }, { content: listed }, { content: keys }] = await Promise.all([
    readExpiry(),
    call('account.get', {}, { signal }),
    call('spaces.list', {}, { signal }),
    call('bookmarks.keys', {}, { signal }),
  ]);
  let count = followed?.changes.length ?? 0;
  const spaces: OfflineSpace[] = [];
  for (const space of listed) {
    const callInSpace = callIn(space.uuid);
    const sort = sortQuery(chosen.collectionSort);
    const { rows: collections } = await readPages((page) =>
      callInSpace('collections.list', { query: { ...sort, ...page } }, { signal }),
    );
    const previous = stored?.spaces.find((one) => one.space.uuid === space.uuid);
    const updated = previous && followed && applyChanges(previous, followed.changes, { space, collections });
    if (updated) {
      spaces.push(updated);
    } else {
      const { rows: bookmarks, total } = await readPages(
        (query) => callInSpace('bookmarks.list', { query }, { signal }),
        mostBookmarks,
      );
      count += bookmarks.length;
      spaces.push({ space, collections, bookmarks, total });
    }
  }
  // Read last: another tab may have signed in to a different account.
  const { uuid, preferences } = await call('account.get', {}, { signal });
  if (expires === null || uuid !== account) return null;
  const renewedAt = followed === null || stored === null ? copiedAt : stored.renewedAt;
  const owner = { uuid, preferences };
  return { library: { account: owner, expires, copiedAt, renewedAt, cursor, keys, spaces }, count };
}

/** Returns the changes since a cursor; null if the service no longer has them. */
async function followChanges(
  call: Transport,
  since: string,
  signal: AbortSignal,
): Promise<{ changes: BookmarkChange[]; next: string } | null> {
  const changes: BookmarkChange[] = [];
  let next = since;
  try {
    for await (const page of readChanges(call, since, signal)) {
      changes.push(...page.content);
      next = page.next;
    }
  } catch (error) {
    if (isExpired(error)) return null;
    throw error;
  }
  return { changes, next };
}

/**
 * Applies changes to the copy of a space. Null if the result is incomplete, for example because older bookmarks than the
 * copied ones take the places of deleted ones.
 */
function applyChanges(
  { bookmarks: before, total }: OfflineSpace,
  changes: readonly BookmarkChange[],
  { space, collections }: Pick<OfflineSpace, 'space' | 'collections'>,
): OfflineSpace | null {
  const { compare } = listScope();
  const oldest = before.length < total ? before.at(-1) : undefined;
  const byUuid = new Map(before.map((bookmark) => [bookmark.uuid, bookmark]));
  for (const { uuid, space: within, bookmark } of changes) {
    byUuid.delete(uuid);
    if (bookmark === null || bookmark.deletedAt !== null || within !== space.uuid) continue;
    if (oldest === undefined || compare(bookmark, oldest) <= 0) byUuid.set(uuid, bookmark);
  }
  const bookmarks = [...byUuid.values()].sort(compare).slice(0, mostBookmarks);
  const { bookmarks: count } = space.counts;
  if (bookmarks.length !== Math.min(count, mostBookmarks)) return null;
  return { space, collections, bookmarks: bookmarks.map(renameCollections(collections)), total: count };
}

/** Renaming a collection does not change its bookmarks. */
const renameCollections = (collections: readonly Collection[]): ((bookmark: Bookmark) => Bookmark) => {
  const byUuid = new Map(
    collections.map(({ uuid, name, color, icon, security }) => [uuid, { name, color, icon, security }]),
  );
  return (bookmark) => ({
    ...bookmark,
    collections: bookmark.collections.map((one) => ({ ...one, ...byUuid.get(one.uuid) })),
  });
};

interface Page<Row> {
  readonly content: readonly Row[];
  readonly pagination: { readonly total: number; readonly next: string | null };
}

/** Reads the pages of a list until it ends or there are `most` rows. */
async function readPages<Row>(
  readPage: (query: { size: number; cursor?: string }) => Promise<Page<Row>>,
  most = Infinity,
): Promise<{ rows: Row[]; total: number }> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await readPage({ size: limits.pageSizeMax, ...(cursor !== undefined && { cursor }) });
    rows.push(...page.content);
    if (page.pagination.next === null || rows.length >= most)
      return { rows: rows.slice(0, most), total: page.pagination.total };
    cursor = page.pagination.next;
  }
}
