'use client';

import { type QueryClient, hashKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetLists } from '@/components/common/forget-lists';
import { forgetTyped } from '@/components/features/auth/typed-text';
import { accountQueries } from '@/lib/api/account';
import { call } from '@/lib/api/call';
import { ApiProblem } from '@/lib/api/problem';
import { statusOf } from '@/lib/api/query-client';
import {
  announceSessionChange,
  clearBrowserCache,
  onLogoutRequired,
  onSessionChange,
  onSessionEnd,
  readSession,
  watchSession,
} from '@/lib/api/session';
import { eraseOfflineCopy } from '@/lib/offline/erase';

/**
 * Leaves the app at the end of the session: when the service rejects it, when the cookie expires, or when
 * another tab signs out. Until then, an account that was fetched more than an hour ago is fetched again; if
 * that is refused, the session is ended. A tab that ends the session itself leaves by itself, to a page of its choice:
 * calls that are rejected meanwhile do not reload it.
 */
export function useSessionLife(client: QueryClient): void {
  useEffect(() => {
    const leave = () => {
      client.clear();
      forgetLists();
      forgetTyped();
      clearBrowserCache();
      // A full load: nothing of the former session stays in this page's memory. The server redirects to the
      // sign-in page, which leads back here.
      void eraseOfflineCopy().then(() => window.location.reload());
    };
    const leaveInAllTabs = () => {
      announceSessionChange();
      leave();
    };
    // The cookie is deleted even if the service does not accept the call.
    const endAndLeave = () =>
      void call('auth.logout', {}, { suppressLogout: true })
        .catch(() => undefined)
        .then(leaveInAllTabs);
    const stops = [
      onLogoutRequired(leaveInAllTabs),
      // The server renders the page in a space that exists.
      watchAccount(client, endAndLeave, () => window.location.reload()),
      onSessionChange(leave),
      watchSession({
        read: readSession,
        onOver: leaveInAllTabs,
        onAlive: () => void client.query(accountQueries.current()).catch(() => undefined),
        page: document,
      }),
    ];
    const stopAll = () => {
      for (const stop of stops) stop();
    };
    stops.push(onSessionEnd(stopAll));
    return stopAll;
  }, [client]);
}

/** Whether the service was unreachable or a proxy responded instead: the state of the account is unknown. */
const isUnreachable = (status: number): boolean => status === 0 || status > 500;

/**
 * Calls `onLost` when the service refuses to return the account, so that no tab keeps using an inaccessible
 * account. Network failures and an unavailable service are ignored; every call handles 401 and 403 itself.
 * Calls `onSpaceGone` when the space of the page was deleted: on another device, or in a tab that shows another one.
 * Returns a function that unsubscribes.
 */
export function watchAccount(client: QueryClient, onLost: () => void, onSpaceGone: () => void): () => void {
  const account = hashKey(accountQueries.current().queryKey);
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const error: unknown = event.action.error;
    if (error instanceof ApiProblem && error.code === 'SPACE_NOT_FOUND') {
      onSpaceGone();
      return;
    }
    if (event.query.queryHash !== account) return;
    const status = statusOf(error);
    if (!isUnreachable(status) && status !== 401 && status !== 403) onLost();
  });
}
