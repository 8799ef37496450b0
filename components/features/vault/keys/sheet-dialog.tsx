'use client';

import { useState } from 'react';
import { RecoverySheet } from '@/components/entities/key-field/recovery-sheet';
import { UnlockDialog } from '@/components/features/vault/unlock-dialog';
import type { EncryptionKey } from '@/lib/contract/schemas/encryption';

interface SheetDialogProps {
  of: EncryptionKey;
  isOpen: boolean;
  onClose: () => void;
}

/** A sheet for a key that is in use: it is saved nowhere, so it is asked for, and tried before it is printed. */
export function SheetDialog({ of, isOpen, onClose }: SheetDialogProps) {
  const [passphrase, setPassphrase] = useState<string | null>(null);
  const printed = () => {
    setPassphrase(null);
    onClose();
  };
  if (passphrase !== null && isOpen) {
    return <RecoverySheet passphrase={passphrase} hint={of.hint} onPrinted={printed} />;
  }
  return (
    <UnlockDialog
      wanted={of}
      purpose="sheet"
      onKey={setPassphrase}
      isOpen={isOpen}
      onClose={(isDone) => (isDone ? undefined : onClose())}
    />
  );
}
