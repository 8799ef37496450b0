import { hashKey, type QueryClient } from '@tanstack/react-query';
import { accountQueries } from '@/lib/api/account';
import { statusOf } from '@/lib/api/query-client';

/** The service could not be reached, or a proxy in front of it responded: nothing is known of the account. */
const isAway = (status: number): boolean => status === 0 || status > 500;

/**
 * Calls `onLost` when the service refuses to return the account, so that no tab keeps using an account that was lost.
 * Network failures and an unavailable service are ignored; every call handles 401 and 403 itself. Returns a function
 * that stops watching.
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
