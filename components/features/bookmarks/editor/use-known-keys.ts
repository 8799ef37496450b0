'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { notify } from '@/components/common/notify';
import type { KnownKeys } from '@/components/features/bookmarks/editor/protection';
import { encryptionQueries } from '@/lib/queries/encryption';

/** The keys to choose from; null until they are known, and while nobody wants to know. */
export function useKnownKeys(isWanted: boolean): KnownKeys | null {
  const t = useTranslations('Common');
  const [attempt, setAttempt] = useState(1);
  const [unlocked, setUnlocked] = useState<KnownKeys['unlocked'] | null>(null);
  const offerRetry = useEffectEvent(() =>
    notify({
      message: t('loadFailed'),
      tone: 'bad',
      action: { label: t('retry'), run: () => setAttempt(attempt + 1) },
    }),
  );
  const { data, isError } = useQuery({
    ...encryptionQueries.keys(),
    enabled: isWanted,
    select: ({ content }) => content.length > 0,
  });
  useEffect(() => {
    if (!isWanted) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    void import('@/lib/vault/vault').then(
      ({ vaultState, watchVault }) => {
        if (isGone) return;
        const read = () => setUnlocked(vaultState().keys);
        read();
        stop = watchVault(read);
      },
      () => (isGone ? undefined : offerRetry()),
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [isWanted, attempt]);
  if (unlocked === null || (data === undefined && !isError)) return null;
  return { unlocked, hasKeys: data ?? true };
}
