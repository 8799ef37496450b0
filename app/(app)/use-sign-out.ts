'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { notify } from '@/components/common/notify';
import { loadCode } from '@/components/common/on-demand';

/** Returns a function that signs out, with code that is loaded on demand; a toast offers a retry if loading fails. */
export function useSignOut(): () => Promise<void> {
  const t = useTranslations('Shell');
  const client = useQueryClient();
  const run = (): Promise<void> =>
    loadCode(import('@/app/(app)/sign-out')).then(
      ({ signOut }) => signOut(client),
      () => notify({ message: t('signOutFailed'), tone: 'bad', retry: run }),
    );
  return run;
}
