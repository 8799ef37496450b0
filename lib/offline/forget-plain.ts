import type { QueryClient } from '@tanstack/react-query';
import { copiesKey } from '@/lib/api/encryption';
import type { QueryId } from '@/lib/api/invalidation';
import { clearBrowserCache } from '@/lib/api/session';
import { eraseOfflineCopy } from '@/lib/offline/erase';
import { deleteFromOfflineCopy } from '@/lib/offline/offline-store';

/** Reads of one bookmark whose responses contain what its page says. */
const plainQueries: readonly QueryId[] = [
  'bookmarks.content',
  'bookmarks.copies',
  'bookmarks.copy',
  'highlights.ofBookmark',
];

/**
 * Removes the plaintext of bookmarks that were encrypted from the caches: page texts, saved copies, annotations, search
 * results, earlier write variables, the icons of their hosts in the browser's HTTP cache, and the offline copy. Lists
 * are not removed: they have been patched and are refetched.
 */
export function forgetPlain(client: QueryClient, uuids: readonly string[]): void {
  for (const uuid of uuids) {
    // Also matches the keys that have more parameters.
    const input = { params: { uuid } };
    for (const id of plainQueries) client.removeQueries({ queryKey: [id.split('.')[0], id, input] });
  }
  client.removeQueries({ queryKey: ['highlights', 'highlights.list'], type: 'inactive' });
  client.removeQueries({ queryKey: ['search'], type: 'inactive' });
  client.removeQueries({ queryKey: copiesKey, type: 'inactive' });
  forgetWrites(client);
  clearBrowserCache();
  // Without a copy there is nothing to delete; from one that cannot be changed, everything is deleted.
  void deleteFromOfflineCopy(new Set(uuids)).catch(eraseOfflineCopy);
}

/** Removes finished writes, which otherwise stay in the cache for minutes with all their variables. */
export function forgetWrites(client: QueryClient): void {
  const cache = client.getMutationCache();
  for (const mutation of cache.findAll({ predicate: ({ state }) => state.status !== 'pending' }))
    cache.remove(mutation);
}
