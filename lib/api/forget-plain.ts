import type { QueryClient } from '@tanstack/react-query';
import { clearBrowserCache } from '@/lib/api/session';
import { eraseOfflineCopy } from '@/lib/offline/erase';
import { contentQueries } from '@/lib/api/bookmark-content';
import { copiesKey } from '@/lib/api/encryption';

/**
 * Removes from the caches what they still hold of bookmarks that have become encrypted: the texts of their pages, what was
 * found in them, what was written before, in the browser's own cache the icons of their hosts, and the offline copy, which
 * is made again. Lists have been patched, and are read again.
 */
export function forgetPlain(client: QueryClient, uuids: readonly string[]): void {
  for (const uuid of uuids) client.removeQueries({ queryKey: contentQueries.of(uuid).queryKey });
  client.removeQueries({ queryKey: ['search'], type: 'inactive' });
  client.removeQueries({ queryKey: copiesKey, type: 'inactive' });
  forgetWrites(client);
  clearBrowserCache();
  void eraseOfflineCopy();
}

/** Finished writes stay in the cache for minutes, with all that they were given. */
export function forgetWrites(client: QueryClient): void {
  const cache = client.getMutationCache();
  for (const mutation of cache.findAll({ predicate: ({ state }) => state.status !== 'pending' }))
    cache.remove(mutation);
}
