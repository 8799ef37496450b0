import type { QueryClient } from '@tanstack/react-query';
import { clearBrowserCache } from '@/lib/api/session';
import { eraseOfflineCopy } from '@/lib/offline/erase';
import { contentQueries } from '@/lib/api/bookmark-content';
import { copiesKey } from '@/lib/api/encryption';

/**
 * Removes the plaintext of bookmarks that were encrypted from the caches: page texts, search results, earlier write
 * variables, the icons of their hosts in the browser's HTTP cache, and the offline copy, which is then recreated.
 * Lists are not removed: they have been patched and are refetched.
 */
export function forgetPlain(client: QueryClient, uuids: readonly string[]): void {
  for (const uuid of uuids) client.removeQueries({ queryKey: contentQueries.of(uuid).queryKey });
  client.removeQueries({ queryKey: ['search'], type: 'inactive' });
  client.removeQueries({ queryKey: copiesKey, type: 'inactive' });
  forgetWrites(client);
  clearBrowserCache();
  void eraseOfflineCopy();
}

/** Removes finished writes, which otherwise stay in the cache for minutes with all their variables. */
export function forgetWrites(client: QueryClient): void {
  const cache = client.getMutationCache();
  for (const mutation of cache.findAll({ predicate: ({ state }) => state.status !== 'pending' }))
    cache.remove(mutation);
}
