'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { notify } from '@/components/common/notify';
import { forgetLists } from '@/components/common/forget-lists';
import { NetworkFailure } from '@/lib/api/problem';
import { call } from '@/lib/api/call';
import { announceSessionChange, clearBrowserCache } from '@/lib/api/session';
import { eraseOfflineCopy } from '@/lib/offline/erase';
import { hasOutbox } from '@/lib/outbox/flag';

/**
 * Ends the session and leaves for the sign-in page, after a question where changes are not sent yet. Without a network
 * nothing ends, and a toast says so.
 */
export function useSignOut(): () => Promise<void> {
  const t = useTranslations('Shell');
  const client = useQueryClient();
  return async () => {
    const fail = () => notify({ message: t('signOutFailed'), tone: 'bad' });
    // Without this script, changes that were not sent would be lost unasked.
    const outbox = hasOutbox()
      ? await import('@/components/features/outbox/sign-out').catch(() => null)
      : undefined;
    if (outbox === null) {
      fail();
      return;
    }
    const erase = await outbox?.confirmSignOut(client);
    if (erase === null) return;
    try {
      await call('auth.logout', {}, { suppressLogout: true });
    } catch (failure) {
      if (failure instanceof NetworkFailure) {
        fail();
        return;
      }
    }
    await erase?.();
    forgetLists();
    clearBrowserCache();
    announceSessionChange();
    // Waits also for what the announcement closes: rendered once more, it would request the lists that are cleared next.
    await eraseOfflineCopy();
    client.clear();
    window.location.assign('/signin');
  };
}
