'use client';

import dynamic from 'next/dynamic';
import { useEffect } from 'react';
import { DialogLoading, LoadBoundary } from '@/components/common/load-boundary';
import { useOpened } from '@/components/entities/use-opened';
import { resetVaultDialog, useVaultDialog } from '@/components/entities/vault-store';
import { noneOpened } from '@/lib/vault/opened';

const VaultDialogs = dynamic(
  () => import('@/components/features/vault/vault-dialogs').then((module) => module.VaultDialogs),
  { ssr: false, loading: DialogLoading },
);
const LockButton = dynamic(
  () => import('@/components/features/vault/lock-button').then((module) => module.LockButton),
  { ssr: false },
);
const FollowLibrary = dynamic(
  () => import('@/components/features/vault/follow-library').then((module) => module.FollowLibrary),
  { ssr: false },
);

/** The dialogs around encryption, over any screen. */
export function Vault() {
  const { request, id } = useVaultDialog();
  const isUnlocked = useOpened() !== noneOpened;
  useEffect(() => {
    // Locking drops what a dialog was opened with, and what was typed in it.
    if (isUnlocked) return resetVaultDialog;
  }, [isUnlocked]);
  return (
    <>
      {isUnlocked ? (
        <LoadBoundary>
          <FollowLibrary />
        </LoadBoundary>
      ) : null}
      {request ? (
        <LoadBoundary key={id}>
          <VaultDialogs request={request} />
        </LoadBoundary>
      ) : null}
    </>
  );
}

/** In the header while a key is unlocked, also where none of its bookmarks is left. */
export function LockSlot() {
  const isUnlocked = useOpened() !== noneOpened;
  return isUnlocked ? (
    <LoadBoundary>
      <LockButton />
    </LoadBoundary>
  ) : null;
}
