import type { Bookmark } from '@/lib/contract/bookmarks';
import { summaryOf } from '@/lib/offline/offline-clients';
import type { OfflineLibrary, OfflineSpace } from '@/lib/offline/offline-store';
import { applyEntries } from '@/lib/outbox/show-waiting';
import { sendable, type OutboxEntry } from '@/lib/outbox/entry';
import type { Outbox } from '@/lib/outbox/outbox';

/** Changes that are not part of the copy. */
export interface LaterEntries {
  readonly waiting: readonly OutboxEntry[];
  /** Entries that another tab has sent since this tab showed them. */
  readonly sent: readonly OutboxEntry[];
}

/** Tracks the outbox. Entries sent by another tab are still shown, because the copy does not change. */
export function followEntries(outbox: Pick<Outbox, 'getEntries' | 'isDiscarded' | 'subscribe'>) {
  const listeners = new Set<() => void>();
  let later: LaterEntries = { waiting: outbox.getEntries(), sent: [] };
  outbox.subscribe(() => {
    const waiting = outbox.getEntries();
    const orders = new Set(waiting.map(({ order }) => order));
    const removed = later.waiting.filter((entry) => !orders.has(entry.order) && !outbox.isDiscarded(entry));
    later = { waiting, sent: [...later.sent, ...removed] };
    for (const listener of listeners) listener();
  });
  return {
    getEntries: () => later,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns the uuids of bookmarks with unsent changes. */
export const waitingRecords = ({ waiting }: LaterEntries): ReadonlySet<string> =>
  new Set(sendable(waiting).flatMap(({ records }) => records));

/** Applies the changes to the copy. Unaffected rows stay the same objects, so that their index is reused. */
export function withEntries(library: OfflineLibrary, { waiting, sent }: LaterEntries): OfflineLibrary {
  const entries = [...sent, ...waiting];
  if (entries.length === 0) return library;
  return { ...library, spaces: library.spaces.map((one) => applyToSpace(one, entries)) };
}

function applyToSpace(one: OfflineSpace, entries: readonly OutboxEntry[]): OfflineSpace {
  const { uuid } = one.space;
  // Only a creation belongs to the space of its entry; other entries apply wherever the bookmark is.
  const own = entries.filter(({ operation, space }) => operation !== 'bookmarks.create' || space === uuid);
  const applied = applyEntries(one.bookmarks, own, one.collections.map(summaryOf));
  const bookmarks = applied.filter(({ deletedAt }) => deletedAt === null);
  const counts = countChanges(one.bookmarks, bookmarks);
  return {
    ...one,
    bookmarks,
    total: one.total + bookmarks.length - one.bookmarks.length,
    collections: one.collections.map((collection) => {
      const change = counts.get(collection.uuid) ?? 0;
      return change === 0 ? collection : { ...collection, count: collection.count + change };
    }),
  };
}

/** Returns the change in the number of bookmarks per collection. */
function countChanges(before: readonly Bookmark[], after: readonly Bookmark[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (rows: readonly Bookmark[], others: readonly Bookmark[], by: number) => {
    const same = new Set(others);
    for (const { uuid } of rows.filter((row) => !same.has(row)).flatMap(({ collections }) => collections))
      counts.set(uuid, (counts.get(uuid) ?? 0) + by);
  };
  count(before, after, -1);
  count(after, before, 1);
  return counts;
}
