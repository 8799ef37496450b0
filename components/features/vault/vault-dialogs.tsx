'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { VaultRequest } from '@/components/entities/vault-store';
import { DecryptDialog } from '@/components/features/vault/decrypt-dialog';
import { EncryptDialog } from '@/components/features/vault/encrypt-dialog';
import { StoredDialog } from '@/components/features/vault/stored-dialog';
import { UnlockDialog } from '@/components/features/vault/unlock-dialog';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHeader } from '@/components/ui/dialog';
import { hasCrypto } from '@/lib/vault/has-crypto';

/** All dialogs around encryption, loaded together; where the browser gives no cryptography, why there is none. */
export function VaultDialogs({ request }: { request: VaultRequest }) {
  const [isOpen, setOpen] = useState(true);
  const onClose = () => setOpen(false);
  if (request.kind === 'stored') return <StoredDialog bookmark={request.bookmark} {...{ isOpen, onClose }} />;
  if (!hasCrypto()) return <NoCryptoDialog {...{ isOpen, onClose }} />;
  switch (request.kind) {
    case 'unlock':
      return <UnlockDialog bookmark={request.bookmark} onUnlocked={request.then} {...{ isOpen, onClose }} />;
    case 'encrypt':
      return <EncryptDialog {...request} onDone={request.then} {...{ isOpen, onClose }} />;
    case 'decrypt':
      return <DecryptDialog bookmark={request.bookmark} {...{ isOpen, onClose }} />;
  }
}

function NoCryptoDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('Vault');
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="sm">
        <DialogHeader title={t('noCryptoTitle')} description={t('noCrypto')} />
        <DialogFooter className="border-t-0 pt-2 md:pb-5">
          <DialogClose asChild>
            <Button>{t('close')}</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
