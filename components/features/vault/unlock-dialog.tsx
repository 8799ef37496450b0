'use client';
import { useTranslations } from 'next-intl';
import { useState, type SubmitEvent } from 'react';
import { FormAlert } from '@/components/common/form-alert';
import { SecretField } from '@/components/common/secret-field';
import { isLocked } from '@/components/entities/bookmark-text';
import { useFailureWords } from '@/components/features/vault/use-vault';
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
import type { KeyId } from '@/lib/crypto/types';
import { keyOf } from '@/lib/vault/decrypt-text';
import { decryptedRow } from '@/lib/vault/decrypted';
import { unlock } from '@/lib/vault/vault';

/** What is to be unlocked. */
interface UnlockAsked {
  /** Its key is asked for; without it, any key of the account. */
  bookmark?: Bookmark | undefined;
  /** A key that no bookmark on the screen stands for. */
  wanted?: { readonly key: KeyId; readonly hint: string | null } | undefined;
  /** Runs with the bookmark as it reads then, where one was named. */
  onUnlocked?: ((decrypted: Bookmark) => void) | undefined;
  /** Told the key that fits, before it is forgotten. */
  onKey?: ((passphrase: string) => void) | undefined;
}

interface Refusal {
  /** Why the key is not taken. */
  readonly field?: string;
  /** Why it could not be tried. */
  readonly form?: string;
}

/** A key that is typed, and tried. */
function useUnlocking(
  { bookmark, wanted, onUnlocked, onKey }: UnlockAsked,
  onClose: (isDone: boolean) => void,
) {
  const t = useTranslations('Vault');
  const explain = useFailureWords();
  const [passphrase, setPassphrase] = useState('');
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const close = (isDone: boolean) => {
    setPassphrase('');
    onClose(isDone);
  };
  const finish = (): boolean => {
    if (bookmark === undefined) return true;
    const decrypted = decryptedRow(bookmark);
    // Its key fits others, and not this one: it is damaged.
    if (isLocked(decrypted)) return false;
    onUnlocked?.(decrypted);
    return true;
  };
  const attempt = async () => {
    setPending(true);
    setRefusal(null);
    try {
      const result = await unlock(passphrase, keyOf(bookmark?.cipher ?? null) ?? wanted?.key);
      if (result === 'unlocked' && finish()) {
        onKey?.(passphrase);
        close(true);
      } else setRefusal({ field: t('wrong') });
    } catch (failure) {
      setRefusal({ form: explain(failure) });
    }
    setPending(false);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The dialog may have been opened from within another form.
    event.stopPropagation();
    if (isPending) return;
    if (passphrase === '') setRefusal({ field: t('empty') });
    else void attempt();
  };
  return { passphrase, change: setPassphrase, refusal, isPending, submit, close };
}

interface UnlockDialogProps extends UnlockAsked {
  /** What the key is asked for. */
  purpose?: 'unlock' | 'sheet';
  isOpen: boolean;
  onClose: (isDone: boolean) => void;
}

/** Asks for a key. A wrong one shows an error; attempts are not counted, and nothing is changed. */
export function UnlockDialog({ purpose = 'unlock', isOpen, onClose, ...asked }: UnlockDialogProps) {
  const t = useTranslations('Vault');
  const { passphrase, change, refusal, isPending, submit, close } = useUnlocking(asked, onClose);
  const hint = asked.bookmark?.hint ?? asked.wanted?.hint;
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : close(false))}>
      <DialogContent closeLabel={t('close')} width="sm" locked={isPending}>
        <DialogHeader title={t(`${purpose}Title`)} description={t(`${purpose}Text`)} />
        <form method="post" noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={submit}>
          <DialogBody className="flex flex-col gap-4">
            <FormAlert text={refusal?.form ?? null} />
            {hint ? (
              <p className="rounded-md bg-muted px-3 py-2 text-second wrap-anywhere">
                {t('unlockHint', { hint })}
              </p>
            ) : null}
            <SecretField
              label={t('key')}
              showLabel={t('show')}
              hideLabel={t('hide')}
              isKey
              value={passphrase}
              error={refusal?.field}
              hint={t('keyHint')}
              onChange={({ target }) => change(target.value)}
            />
          </DialogBody>
          <DialogFooter>
            <DialogClose asChild>
              <Button>{t('cancel')}</Button>
            </DialogClose>
            <Button type="submit" variant="primary" pending={isPending}>
              {t(purpose === 'sheet' ? 'print' : 'unlock')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
