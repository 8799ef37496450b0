'use client';

import { useTranslations } from 'next-intl';
import { Refused, useContractForm } from '@/components/common/contract-form';
import { isLocked } from '@/components/entities/bookmark-text';
import { PassphraseDialog, UnlockInput } from '@/components/entities/key-field/passphrase-dialog';
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
  const form = useContractForm({
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
  return (
    <PassphraseDialog
      form={form}
      title={t('unlockTitle')}
      description={t('unlockText')}
      hint={bookmark?.hint}
      submitLabel={t('unlock')}
      isOpen
      onClose={onClose}
    />
  );
}
