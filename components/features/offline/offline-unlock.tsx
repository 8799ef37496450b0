'use client';

import { useTranslations } from 'next-intl';
import { useState, type SubmitEvent } from 'react';
import { FormAlert } from '@/components/common/form-alert';
import { SecretField } from '@/components/common/secret-field';
import { isLocked } from '@/components/entities/bookmark-text';
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
  /** Its key is asked for; without it, any key of the account. */
  bookmark: Bookmark | null;
  onClose: () => void;
}

/** Asks for a key, and tries it on the copy. */
export function OfflineUnlock({ vault, bookmark, onClose }: OfflineUnlockProps) {
  const t = useTranslations('Vault');
  const [passphrase, setPassphrase] = useState('');
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<{ field?: string; form?: string }>({});

  const attempt = async () => {
    const result = await vault.unlock(passphrase, keyOf(bookmark?.cipher ?? null) ?? undefined);
    if (result === 'wrong' || (bookmark !== null && isLocked(decryptedRow(bookmark)))) {
      setRefusal({ field: t('wrong') });
    } else onClose();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    if (passphrase === '') {
      setRefusal({ field: t('empty') });
      return;
    }
    setPending(true);
    setRefusal({});
    attempt()
      .catch((failure: unknown) => {
        if (failure instanceof CryptoUnavailable) setRefusal({ form: t('noCrypto') });
        else setRefusal({ form: t(failure instanceof UnsafeParameters ? 'unsafe' : 'broken') });
      })
      .finally(() => setPending(false));
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="sm" locked={isPending}>
        <DialogHeader title={t('unlockTitle')} description={t('unlockText')} />
        <form method="post" noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={submit}>
          <DialogBody className="flex flex-col gap-4">
            <FormAlert text={refusal.form ?? null} />
            {bookmark?.hint ? (
              <p className="rounded-md bg-muted px-3 py-2 text-second wrap-anywhere">
                {t('unlockHint', { hint: bookmark.hint })}
              </p>
            ) : null}
            <SecretField
              label={t('key')}
              showLabel={t('show')}
              hideLabel={t('hide')}
              isKey
              value={passphrase}
              error={refusal.field}
              hint={t('keyHint')}
              onChange={({ target }) => setPassphrase(target.value)}
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
