import type { QueryClient } from '@tanstack/react-query';
import { accountQueries } from '@/lib/api/account';
import { changeByBulk, collectionLookup, type BulkBody } from '@/lib/api/bookmark-bulk';
import { shownSpace } from '@/lib/api/call';
import { draftBookmark, editBookmark } from '@/lib/api/bookmark-editing';
import { knownCollections } from '@/lib/api/collections';
import { applyEffects, cachedBookmark } from '@/lib/api/effects';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { CollectionSummary } from '@/lib/contract/collections';
import { sendable, type OutboxEntry } from '@/lib/outbox/entry';
import type { Outbox } from '@/lib/outbox/outbox';

/**
 * Returns a bookmark with an entry applied; null if it is erased or does not exist. `collections` are those of the
 * space, since entries contain only uuids.
 */
function applyEntry(
  bookmark: Bookmark | null,
  { operation, input, createdAt }: OutboxEntry,
  collections: readonly CollectionSummary[],
): Bookmark | null {
  const { body = {}, query } = input;
  const now = new Date(createdAt).toISOString();
  // An existing bookmark was created by an attempt whose response was lost.
  if (operation === 'bookmarks.create') return bookmark ?? draftBookmark(body, collections, now);
  if (bookmark === null) return null;
  switch (operation) {
    case 'bookmarks.update':
      return editBookmark(bookmark, body, collections, now);
    case 'bookmarks.favorite':
      return { ...bookmark, favorite: body['favorite'] === true };
    case 'bookmarks.delete':
      return query?.['permanent'] === true ? null : { ...bookmark, deletedAt: bookmark.deletedAt ?? now };
    case 'bookmarks.restore':
      return { ...bookmark, deletedAt: null };
    case 'bookmarks.bulk':
      return changeByBulk(bookmark, body as BulkBody, collectionLookup(collections), now);
  }
}

/** Returns the bookmarks of a space with its entries applied. New ones come first; stuck entries are ignored. */
export function applyEntries(
  bookmarks: readonly Bookmark[],
  entries: readonly OutboxEntry[],
  collections: readonly CollectionSummary[],
): Bookmark[] {
  const changed = new Map<string, Bookmark | null>();
  const known = new Map(bookmarks.map((bookmark) => [bookmark.uuid, bookmark]));
  for (const entry of sendable(entries)) {
    for (const uuid of entry.records) {
      const before = changed.has(uuid) ? changed.get(uuid) : known.get(uuid);
      changed.set(uuid, applyEntry(before ?? null, entry, collections));
    }
  }
  const added = [...changed].flatMap(([uuid, bookmark]) => (bookmark && !known.has(uuid) ? [bookmark] : []));
  const rest = bookmarks.flatMap((bookmark) => {
    const after = changed.get(bookmark.uuid);
    if (after === null) return [];
    return [after ?? bookmark];
  });
  return [...added.reverse(), ...rest];
}

/** Last known server versions of bookmarks with pending entries. */
const originals = new Map<string, Bookmark>();

/** Records the bookmarks of an optimistic update in their state before it. */
export function rememberOriginals(bookmarks: readonly Bookmark[]): void {
  for (const bookmark of bookmarks) if (!originals.has(bookmark.uuid)) originals.set(bookmark.uuid, bookmark);
}

/**
 * Applies pending entries to all lists and counts, including those fetched before the entries were sent: after a
 * reload, or while only writes fail. Reverts an entry that this tab discards: without a network, nothing is refetched.
 * Called once, before entries are first read.
 */
export function showWaiting(client: QueryClient, outbox: Outbox): void {
  const shown = new Set<string>();
  const waiting = (): OutboxEntry[] => {
    const space = shownSpace() ?? client.getQueryData(accountQueries.current().queryKey)?.space;
    return sendable(outbox.getEntries()).filter((entry) => entry.space === space);
  };
  const stateIn = (entries: readonly OutboxEntry[], uuid: string): Bookmark | null =>
    entries
      .filter(({ records }) => records.includes(uuid))
      .reduce(
        (bookmark, entry) => applyEntry(bookmark, entry, knownCollections(client)),
        originals.get(uuid) ?? null,
      );
  let earlier: readonly OutboxEntry[] = [];
  outbox.subscribe(() => {
    const entries = waiting();
    const discarded = earlier.filter((entry) => outbox.isDiscarded(entry));
    for (const uuid of new Set(discarded.flatMap(({ records }) => records))) {
      const before = stateIn(earlier, uuid);
      const after = stateIn(entries, uuid);
      if (before ?? after) applyEffects(client, { bookmark: { before, after } });
    }
    earlier = entries;
    for (const entry of entries) {
      if (shown.has(entry.id)) continue;
      shown.add(entry.id);
      // Writes of this tab are already shown as optimistic updates.
      if (!outbox.isOwn(entry.id)) showEntry(client, entry);
    }
    const changed = new Set(entries.flatMap(({ records }) => records));
    for (const uuid of originals.keys()) if (!changed.has(uuid)) originals.delete(uuid);
  });
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual === true) return;
    const entries = waiting();
    for (const uuid of new Set(entries.flatMap(({ records }) => records))) {
      const row = cachedBookmark(client, uuid, event.query);
      if (row) originals.set(uuid, row);
      const before = originals.get(uuid) ?? null;
      const after = stateIn(entries, uuid);
      if (before ?? after) applyEffects(client, { bookmark: { before, after } }, event.query);
    }
  });
}

function showEntry(client: QueryClient, entry: OutboxEntry): void {
  for (const uuid of entry.records) {
    const before = cachedBookmark(client, uuid);
    if (before) rememberOriginals([before]);
    const after = applyEntry(before, entry, knownCollections(client));
    if (before ?? after) applyEffects(client, { bookmark: { before, after } });
  }
}
