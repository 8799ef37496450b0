import type { QueryClient } from '@tanstack/react-query';
import type { refresh } from '@/lib/api/invalidation';

type Roots = Parameters<typeof refresh>[1];

/**
 * Follows a write whose screen was left before the response. A first fetch that is under way is not restarted when
 * it becomes out of date, and what it brings passes for new although it may have been read before the write: what the
 * named resources read for the first time now is read again once it is there.
 */
export function readAgain(client: QueryClient, roots: Roots): void {
  const readings = client.getQueryCache().findAll({
    fetchStatus: 'fetching',
    predicate: ({ queryKey, state }) =>
      roots.some((root) => root === queryKey[0]) && state.data === undefined,
  });
  for (const { promise, queryKey } of readings) {
    void promise?.then(
      () => client.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    );
  }
}
