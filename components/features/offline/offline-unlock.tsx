'use client';

import { useTranslations } from 'next-intl';
import { Controller } from 'react-hook-form';
import { Refused, useContractForm } from '@/components/common/contract-form';
import { FormAlert } from '@/components/common/form-alert';
import { isLocked } from '@/components/entities/bookmark-text';
import { PassphraseField, UnlockInput } from '@/components/entities/key-field/passphrase-field';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { CryptoUnavailable, UnsafeParameters } from '@/lib/crypto/refusals';
import { keyOf } from '@/lib/vault/decrypt-text';
import { decryptedRow } from '@/lib/vault/decrypted';
import type { Vault } from '@/lib/vault/vault-types';

interface OfflineUnlockProps {
  vault: Vault;
  /** Bookmark whose key is requested; null for any key of the account. */
  bookmark: Bookmark | null;
  onClose: () => void;
}

/** Asks for a key, and tries it on the copy. */
export function OfflineUnlock({ vault, bookmark, onClose }: OfflineUnlockProps) {
  const t = useTranslations('Vault');
  const explain = (failure: unknown): never => {
    if (failure instanceof CryptoUnavailable) throw new Refused(t('noCrypto'));
    throw new Refused(t(failure instanceof UnsafeParameters ? 'unsafe' : 'broken'));
  };
  const { control, formState, refusal, submit } = useContractForm({
    schema: UnlockInput,
    fields: ['passphrase'],
    defaultValues: { passphrase: '' },
    words: { required: t('empty') },
    send: async ({ passphrase }) => {
      const key = keyOf(bookmark?.cipher ?? null) ?? undefined;
      const result = await vault.unlock(passphrase, key).catch(explain);
      if (result === 'wrong' || (bookmark !== null && isLocked(decryptedRow(bookmark)))) {
        throw new Refused(t('wrong'), 'passphrase');
      }
      onClose();
    },
    failed: t('broken'),
  });
  const isPending = formState.isSubmitting;
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="sm" locked={isPending}>
        <DialogHeader title={t('unlockTitle')} description={t('unlockText')} />
        <form method="post" noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={submit}>
          <DialogBody className="flex flex-col gap-4">
            <FormAlert text={refusal} />
            {bookmark?.hint ? (
              <p className="rounded-md bg-muted px-3 py-2 text-second wrap-anywhere">
                {t('unlockHint', { hint: bookmark.hint })}
              </p>
            ) : null}
            <Controller
              control={control}
              name="passphrase"
              render={(passphrase) => <PassphraseField {...passphrase} />}
            />
          </DialogBody>
          <DialogFooter>
            <DialogClose asChild>
              <Button>{t('cancel')}</Button>
            </DialogClose>
            <Button type="submit" variant="primary" pending={isPending}>
              {t('unlock')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
