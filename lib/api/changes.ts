import { ApiProblem } from '@/lib/api/problem';
import type { Transport } from '@/lib/api/query-client';
import type { BookmarkChanges } from '@/lib/contract/bookmarks';
import { limits } from '@/lib/contract/limits';

/**
 * Reads the change feed from a cursor up to now, page by page; a copy that stores each page with its `next` can continue
 * there. Rejects with an error that {@link isExpired} accepts if the service no longer has the changes.
 */
export async function* readChanges(
  call: Transport,
  since: string,
  signal?: AbortSignal,
): AsyncGenerator<BookmarkChanges> {
  let cursor = since;
  for (let hasMore = true; hasMore;) {
    const query = { since: cursor, size: limits.pageSizeMax };
    const page = await call('bookmarks.changes', { query }, signal && { signal });
    yield page;
    cursor = page.next;
    hasMore = page.hasMore;
  }
}

/** Whether the changes since a cursor are gone, so that a copy has to read everything again. */
export const isExpired = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'CHANGES_EXPIRED';
