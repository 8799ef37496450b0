import type { QueryClient } from '@tanstack/react-query';
import { forgetLists } from '@/components/common/forget-lists';
import { forgetTyped } from '@/components/features/auth/typed-text';
import { askToSignOut } from '@/components/features/outbox/outbox-store';
import { markSignedOut } from '@/lib/access/signed-out';
import { accountQueries } from '@/lib/api/account';
import { call } from '@/lib/api/call';
import { announceSessionChange, clearBrowserCache, endSession } from '@/lib/api/session';
import { eraseOfflineCopy } from '@/lib/offline/erase';
import type { Account } from '@/lib/contract/account';
import { closeOutbox, openOutbox } from '@/lib/outbox/browser';
import { hasOutbox } from '@/lib/outbox/flag';

/** A request that hangs must not keep a user signed in. */
const timeoutMs = 10_000;

/**
 * Ends the session and opens the sign-in page, after a confirmation if there are unsent changes. If the server
 * cannot be reached, this device still deletes the account's data, and the next request ends the session.
 */
export async function signOut(client: QueryClient): Promise<void> {
  const account = client.getQueryData(accountQueries.current().queryKey);
  if (account && hasOutbox() && !(await confirmSignOut(client, account))) return;
  // From here on, this tab leaves for the sign-in page even if the service rejects other calls first.
  endSession();
  // After a failure it is unknown whether the session has ended.
  const signal = AbortSignal.timeout(timeoutMs);
  await call('auth.logout', {}, { suppressLogout: true, signal }).catch(markSignedOut);
  if (account) await closeOutbox(client, account.uuid).catch(() => undefined);
  forgetLists();
  forgetTyped();
  clearBrowserCache();
  announceSessionChange();
  // Also waits until subscribers have handled the announcement: a later render would request the lists that are
  // cleared next.
  await eraseOfflineCopy();
  client.clear();
  window.location.assign('/signin');
}

/** Asks for confirmation if the account has unsent changes. Resolves to false if the user cancels. */
async function confirmSignOut(client: QueryClient, { uuid }: Account): Promise<boolean> {
  const outbox = await openOutbox(client, uuid).catch(() => null);
  if (!outbox) return true;
  await outbox.refresh();
  const count = outbox.getEntries().length;
  return count === 0 || askToSignOut(count);
}
