import type { QueryClient } from '@tanstack/react-query';
import type { refresh } from '@/lib/api/invalidation';

type Roots = Parameters<typeof refresh>[1];

/**
 * Refetches first reads that overlap a write. A first fetch in progress is not restarted by an invalidation, and its
 * result counts as fresh although it may predate the write. Reads of the given roots that are fetching for the first
 * time are therefore invalidated once they resolve. For writes whose screen was left before the response.
 */
export function readAgain(client: QueryClient, roots: Roots): void {
  const firstReads = client.getQueryCache().findAll({
    fetchStatus: 'fetching',
    predicate: ({ queryKey, state }) =>
      roots.some((root) => root === queryKey[0]) && state.data === undefined,
  });
  for (const { promise, queryKey } of firstReads) {
    void promise?.then(
      () => client.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    );
  }
}
