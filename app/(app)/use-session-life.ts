'use client';

import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLogoutRequired } from '@/lib/api-client/logout-required';
import { announceSessionChange, onSessionChange } from '@/lib/api-client/session-channel';
import { readSession, watchSession } from '@/lib/api-client/watch-session';
import { accountQueries } from '@/lib/queries/account';

/**
 * Leaves when the session is over: when the service says so, when the cookie has run out, or when another tab signed
 * out. While it lasts, an account that was read more than an hour ago is read again.
 */
export function useSessionLife(client: QueryClient): void {
  useEffect(() => {
    const leave = () => {
      client.clear();
      // A full load: nothing of the former session stays in this page's memory. The server leads to the sign-in
      // page and knows the way back.
      window.location.reload();
    };
    const leaveTogether = () => {
      announceSessionChange();
      leave();
    };
    const stops = [
      onLogoutRequired(leaveTogether),
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
