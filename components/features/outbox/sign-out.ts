import type { QueryClient } from '@tanstack/react-query';
import { askToSignOut } from '@/components/features/outbox/outbox-store';
import { openOutbox } from '@/lib/outbox/browser';
import { accountQueries } from '@/lib/api/account';

/**
 * Asks whether to sign out where changes of the account are not sent yet. Resolves to what erases them once the session
 * has ended, or to null where the answer is no.
 */
export async function confirmSignOut(client: QueryClient): Promise<(() => Promise<void>) | null> {
  const account = client.getQueryData(accountQueries.current().queryKey);
  const outbox = account && (await openOutbox(client, account.uuid).catch(() => null));
  if (!outbox) return () => Promise.resolve();
  await outbox.refresh();
  const count = outbox.getEntries().length;
  return count === 0 || (await askToSignOut(count)) ? outbox.clear : null;
}
