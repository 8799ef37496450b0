'use client';

import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetLists } from '@/components/common/remembered-list';
import { call } from '@/lib/api-client/call';
import { clearBrowserCache } from '@/lib/api-client/clear-browser-cache';
import { onLogoutRequired } from '@/lib/api-client/logout-required';
import { announceSessionChange, onSessionChange } from '@/lib/api-client/session-channel';
import { readSession, watchSession } from '@/lib/api-client/watch-session';
import { accountQueries } from '@/lib/queries/account';
import { watchAccount } from '@/lib/queries/watch-account';

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
      window.location.reload();
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
