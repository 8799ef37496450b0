'use client';

import { useEffect } from 'react';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { forgetLists } from '@/components/common/forget-lists';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { resetVaultDialog, useVaultDialog } from '@/components/entities/vault-store';
import { noneDecrypted } from '@/lib/vault/decrypted';

const VaultDialogs = onDemand(
  () => import('@/components/features/vault/vault-dialogs').then((module) => module.VaultDialogs),
  <DialogLoading />,
);
const LockButton = onDemand(() =>
  import('@/components/features/vault/while-unlocked').then((module) => module.LockButton),
);
const FollowLibrary = onDemand(() =>
  import('@/components/features/vault/while-unlocked').then((module) => module.FollowLibrary),
);

/** The dialogs around encryption, over any screen. */
export function Vault() {
  const { request, id } = useVaultDialog();
  const isUnlocked = useDecrypted() !== noneDecrypted;
  useEffect(() => {
    if (!isUnlocked) return;
    // Locking drops the arguments and values of open dialogs. Searches from the unlocked period may contain
    // words of encrypted bookmarks.
    return () => {
      resetVaultDialog();
      forgetLists(['recentSearches']);
    };
  }, [isUnlocked]);
  return (
    <>
      {isUnlocked ? <FollowLibrary /> : null}
      {request ? <VaultDialogs key={id} request={request} /> : null}
    </>
  );
}

/** Shown in the header while a key is unlocked, even if it has no bookmarks left. */
export function LockSlot() {
  const isUnlocked = useDecrypted() !== noneDecrypted;
  return isUnlocked ? <LockButton /> : null;
}
