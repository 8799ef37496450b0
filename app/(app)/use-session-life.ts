'use client';

import { type QueryClient, hashKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetLists } from '@/components/common/forget-lists';
import { accountQueries } from '@/lib/api/account';
import { call } from '@/lib/api/call';
import { statusOf } from '@/lib/api/query-client';
import {
  announceSessionChange,
  clearBrowserCache,
  onLogoutRequired,
  onSessionChange,
  readSession,
  watchSession,
} from '@/lib/api/session';
import { eraseOfflineCopy } from '@/lib/offline/erase';

/**
 * Leaves when the session is over: when the service says so, when the cookie has run out, or when another tab signed
 * out. While it lasts, an account that was read more than an hour ago is read again; where that is refused, the session
 * is ended.
 */
export function useSessionLife(client: QueryClient): void {
  useEffect(() => {
    const leave = () => {
      client.clear();
      forgetLists();
      clearBrowserCache();
      // A full load: nothing of the former session stays in this page's memory. The server leads to the sign-in
      // page and knows the way back.
      void eraseOfflineCopy().then(() => window.location.reload());
    };
    const leaveTogether = () => {
      announceSessionChange();
      leave();
    };
    // The cookie is forgotten even where the service does not take the call.
    const endAndLeave = () =>
      void call('auth.logout', {}, { suppressLogout: true })
        .catch(() => undefined)
        .then(leaveTogether);
    const stops = [
      onLogoutRequired(leaveTogether),
      watchAccount(client, endAndLeave),
      onSessionChange(leave),
      watchSession({
        read: readSession,
        onOver: leaveTogether,
        onAlive: () => void client.query(accountQueries.current()).catch(() => undefined),
        page: document,
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
}

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
