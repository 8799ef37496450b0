'use client';

import { useTranslations } from 'next-intl';
import { useState, type SubmitEvent } from 'react';
import { isLocked } from '@/components/entities/bookmark-text';
import { useFailureWords } from '@/components/features/vault/use-failure-words';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { KeyId } from '@/lib/crypto/types';
import { keyOf } from '@/lib/vault/open-text';
import { reveal } from '@/lib/vault/opened';
import { unlock } from '@/lib/vault/vault';

/** What is to be unlocked. */
export interface UnlockAsked {
  /** Its key is asked for; without it, any key of the account. */
  bookmark?: Bookmark | undefined;
  /** A key that no bookmark on the screen stands for. */
  wanted?: { readonly key: KeyId; readonly hint: string | null } | undefined;
  /** Runs with the bookmark as it reads then, where one was named. */
  onUnlocked?: ((opened: Bookmark) => void) | undefined;
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
export function useUnlocking(
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
    const opened = reveal(bookmark);
    // Its key fits others, and not this one: it is damaged.
    if (isLocked(opened)) return false;
    onUnlocked?.(opened);
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
