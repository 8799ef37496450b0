'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import { Refused, useContractForm } from '@/components/common/contract-form';
import { isLocked } from '@/components/entities/bookmark-text';
import { PassphraseDialog, UnlockInput } from '@/components/entities/key-field/passphrase-dialog';
import { useFailureMessage } from '@/components/features/vault/use-vault';
import { encryptionQueries } from '@/lib/api/encryption';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { KeyId } from '@/lib/crypto/types';
import { keyOf } from '@/lib/vault/decrypt-text';
import { decryptedRow } from '@/lib/vault/decrypted';
import { unlock } from '@/lib/vault/vault';

/** Bookmark or key to unlock. */
interface UnlockRequest {
  /** Bookmark whose key is requested; without it, any key of the account. */
  bookmark?: Bookmark | undefined;
  /** A specific key, independent of a bookmark on the screen. */
  wanted?: { readonly key: KeyId; readonly hint: string | null } | undefined;
  /** Called with the decrypted bookmark, if one was given. */
  onUnlocked?: ((decrypted: Bookmark) => void) | undefined;
  /** Called with the matching key, before it is dropped. */
  onKey?: ((passphrase: string) => void) | undefined;
}

interface Unlocking extends UnlockRequest {
  isOpen: boolean;
  onDone: () => void;
}

/** State of a key that is typed and tried; it is dropped once the dialog is closed. */
function useUnlocking({ bookmark, wanted, onUnlocked, onKey, isOpen, onDone }: Unlocking) {
  const t = useTranslations('Vault');
  const explain = useFailureMessage();
  const attempt = async (passphrase: string): Promise<boolean> => {
    const result = await unlock(passphrase, keyOf(bookmark?.cipher ?? null) ?? wanted?.key);
    if (result !== 'unlocked' || bookmark === undefined) return result === 'unlocked';
    const decrypted = decryptedRow(bookmark);
    // Its key decrypts others, but not this one: it is damaged.
    if (isLocked(decrypted)) return false;
    onUnlocked?.(decrypted);
    return true;
  };
  const form = useContractForm({
    schema: UnlockInput,
    fields: ['passphrase'],
    defaultValues: { passphrase: '' },
    words: { required: t('empty') },
    send: async ({ passphrase }) => {
      const isUnlocked = await attempt(passphrase).catch((failure: unknown) => {
        throw new Refused(explain(failure));
      });
      if (!isUnlocked) throw new Refused(t('wrong'), 'passphrase');
      onKey?.(passphrase);
      onDone();
    },
    failed: t('failed'),
  });
  const clear = useEffectEvent(() => form.reset());
  useEffect(() => {
    if (!isOpen) clear();
  }, [isOpen]);
  return form;
}

interface UnlockDialogProps extends UnlockRequest {
  /** Purpose of the request. */
  purpose?: 'unlock' | 'sheet';
  isOpen: boolean;
  onClose: (isDone: boolean) => void;
}

/** Asks for a key. A wrong one shows an error; attempts are not counted, and nothing is changed. */
export function UnlockDialog({ purpose = 'unlock', isOpen, onClose, ...request }: UnlockDialogProps) {
  const t = useTranslations('Vault');
  const form = useUnlocking({ ...request, isOpen, onDone: () => onClose(true) });
  const { bookmark, wanted } = request;
  // Of several keys, none is asked for.
  const { data: onlyHint } = useQuery({
    ...encryptionQueries.keys(),
    enabled: isOpen && bookmark === undefined && wanted === undefined,
    select: ({ content: [first, ...others] }) => (others.length === 0 ? first?.hint : null),
  });
  return (
    <PassphraseDialog
      form={form}
      title={t(`${purpose}Title`)}
      description={t(`${purpose}Text`)}
      hint={bookmark?.hint ?? wanted?.hint ?? onlyHint}
      submitLabel={t(purpose === 'sheet' ? 'print' : 'unlock')}
      isOpen={isOpen}
      onClose={() => onClose(false)}
    />
  );
}
