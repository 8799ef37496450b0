import { hashKey, type QueryClient } from '@tanstack/react-query';
import { accountQueries } from '@/lib/api/account';
import { statusOf } from '@/lib/api/query-client';

/** A service that could not be reached, as a proxy before it tells it: nothing is known of the account. */
const isAway = (status: number): boolean => status === 0 || status > 500;

/**
 * Calls `onLost` when the service refuses to return the account, so that no tab keeps using one that is no longer theirs any
 * more. A network or a service that is away loses nothing, and of 401 and 403 every call tells already. Returns a
 * function that stops it.
 */
export function watchAccount(client: QueryClient, onLost: () => void): () => void {
  const account = hashKey(accountQueries.current().queryKey);
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (event.query.queryHash !== account) return;
    const status = statusOf(event.action.error);
    if (!isAway(status) && status !== 401 && status !== 403) onLost();
  });
}
