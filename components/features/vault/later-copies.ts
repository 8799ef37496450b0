import type { Bookmark } from '@/lib/contract/bookmarks';
import { urlKey } from '@/lib/domain/url-key';

/**
 * Returns the ids of the bookmarks in the trash that a later call encrypts, and that the service would erase as copies
 * of those that this call encrypts.
 */
export function laterCopies(encrypted: readonly Bookmark[], later: readonly Bookmark[]): string[] {
  const trashed = later.filter(({ deletedAt }) => deletedAt !== null);
  if (trashed.length === 0) return [];
  const pages = new Set(encrypted.map(({ url }) => urlKey(url ?? '')));
  return trashed.filter(({ url }) => pages.has(urlKey(url ?? ''))).map(({ uuid }) => uuid);
}
