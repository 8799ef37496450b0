'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { notify } from '@/components/common/notify';
import { forgetLists } from '@/components/common/remembered-list';
import { NetworkFailure } from '@/lib/api-client/api-problem';
import { call } from '@/lib/api-client/call';
import { clearBrowserCache } from '@/lib/api-client/clear-browser-cache';
import { announceSessionChange } from '@/lib/api-client/session-channel';

/** Ends the session and leaves for the sign-in page. Without a network nothing is ended, and the person is told so. */
export function useSignOut(): () => Promise<void> {
  const t = useTranslations('Shell');
  const client = useQueryClient();
  return async () => {
    try {
      await call('auth.logout', {}, { suppressLogout: true });
    } catch (failure) {
      if (failure instanceof NetworkFailure) {
        notify({ message: t('signOutFailed'), tone: 'bad' });
        return;
      }
    }
    forgetLists();
    clearBrowserCache();
    announceSessionChange();
    // What that has closed is drawn once more, and would ask anew for lists that were cleared away.
    await Promise.resolve();
    client.clear();
    window.location.assign('/signin');
  };
}
