'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { notify } from '@/components/common/notify';

/** Returns a function that signs out, with code that is loaded on demand; a toast reports if loading fails. */
export function useSignOut(): () => Promise<void> {
  const t = useTranslations('Shell');
  const client = useQueryClient();
  return async () => {
    const loaded = await import('@/app/(app)/sign-out').catch(() => null);
    if (loaded) await loaded.signOut(client);
    else notify({ message: t('signOutFailed'), tone: 'bad' });
  };
}
