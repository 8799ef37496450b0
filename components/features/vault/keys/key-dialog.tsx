'use client';

import { useState } from 'react';
import { ChangeKeyDialog } from '@/components/features/vault/keys/change-key-dialog';
import type { KeyAction } from '@/components/features/vault/keys/key-action';
import { SheetDialog } from '@/components/features/vault/keys/sheet-dialog';
import { UnlockDialog } from '@/components/features/vault/unlock-dialog';
import { useVault } from '@/components/features/vault/use-vault';

/** The dialogs around one key. A change begins with the key that is to be given up. */
export function KeyDialog({ action: { kind, of } }: { action: KeyAction }) {
  const [isOpen, setOpen] = useState(true);
  const { keys } = useVault();
  const isUnlocked = keys.some(({ key }) => key === of.key);
  const onClose = () => setOpen(false);
  if (kind === 'sheet') return <SheetDialog of={of} isOpen={isOpen} onClose={onClose} />;
  if (kind === 'change' && isUnlocked) return <ChangeKeyDialog of={of} isOpen={isOpen} onClose={onClose} />;
  // Once it is unlocked, what was asked for comes after it.
  return (
    <UnlockDialog
      wanted={of}
      isOpen={isOpen}
      onClose={(isDone) => (isDone && kind === 'change' ? undefined : onClose())}
    />
  );
}
