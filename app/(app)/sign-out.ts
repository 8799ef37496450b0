import type { QueryClient } from '@tanstack/react-query';
import { forgetLists } from '@/components/common/forget-lists';
import { askToSignOut } from '@/components/features/outbox/outbox-store';
import { markSignedOut } from '@/lib/access/signed-out';
import { accountQueries } from '@/lib/api/account';
import { call } from '@/lib/api/call';
import { announceSessionChange, clearBrowserCache } from '@/lib/api/session';
import { eraseOfflineCopy } from '@/lib/offline/erase';
import { openOutbox } from '@/lib/outbox/browser';
import { hasOutbox } from '@/lib/outbox/flag';

/** A connection that hangs must not keep a person signed in. */
const timeoutMs = 10_000;

/**
 * Ends the session and leaves for the sign-in page, after a question where changes are not sent yet. Where the
 * server cannot be reached, this device forgets the account all the same, and the next request ends the session.
 */
export async function signOut(client: QueryClient): Promise<void> {
  const erase = hasOutbox() ? await confirmSignOut(client) : undefined;
  if (erase === null) return;
  // Where it fails, whether the session has ended is not known.
  const signal = AbortSignal.timeout(timeoutMs);
  await call('auth.logout', {}, { suppressLogout: true, signal }).catch(markSignedOut);
  await erase?.();
  forgetLists();
  clearBrowserCache();
  announceSessionChange();
  // Waits also for what the announcement closes: rendered once more, it would request the lists that are cleared next.
  await eraseOfflineCopy();
  client.clear();
  window.location.assign('/signin');
}

/**
 * Asks whether to sign out where changes of the account are not sent yet. Resolves to what erases them once the session
 * has ended, or to null where the answer is no.
 */
async function confirmSignOut(client: QueryClient): Promise<(() => Promise<void>) | null> {
  const account = client.getQueryData(accountQueries.current().queryKey);
  const outbox = account && (await openOutbox(client, account.uuid).catch(() => null));
  if (!outbox) return () => Promise.resolve();
  await outbox.refresh();
  const count = outbox.getEntries().length;
  return count === 0 || (await askToSignOut(count)) ? outbox.clear : null;
}
