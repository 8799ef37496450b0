'use client';

import { Suspense, lazy, useEffect, useState } from 'react';
import { lazyFeature } from '@/components/common/lazy-feature';
import { useOpened } from '@/components/entities/use-opened';
import { onVaultRequest, type VaultRequest } from '@/components/entities/vault-requests';
import { noneOpened } from '@/lib/vault/opened';

const VaultDialogs = lazyFeature(
  async () => ({ default: (await import('@/components/features/vault/vault-dialogs')).VaultDialogs }),
  ['Keys', 'Vault'],
);
const LockButton = lazyFeature(
  async () => ({ default: (await import('@/components/features/vault/lock-button')).LockButton }),
  ['Vault'],
);
const FollowLibrary = lazy(async () => ({
  default: (await import('@/components/features/vault/follow-library')).FollowLibrary,
}));

/** Stands once in the layout and opens the dialogs around encryption for whoever asks. */
export function VaultHost() {
  const [asked, setAsked] = useState<{ request: VaultRequest; id: number } | null>(null);
  const isUnlocked = useOpened() !== noneOpened;
  useEffect(() => onVaultRequest((request) => setAsked((now) => ({ request, id: (now?.id ?? 0) + 1 }))), []);
  useEffect(() => {
    // With the lock goes what a dialog was opened with, and what was typed in it.
    if (isUnlocked) return () => setAsked(null);
  }, [isUnlocked]);
  return (
    <Suspense fallback={null}>
      {isUnlocked ? <FollowLibrary /> : null}
      {asked ? <VaultDialogs key={asked.id} request={asked.request} /> : null}
    </Suspense>
  );
}

/** Beside the spaces in the header, while a key is unlocked: also where none of its bookmarks is left. */
export function LockSlot() {
  const isUnlocked = useOpened() !== noneOpened;
  return isUnlocked ? (
    <Suspense fallback={null}>
      <LockButton />
    </Suspense>
  ) : null;
}
