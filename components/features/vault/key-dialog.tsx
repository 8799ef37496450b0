'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Refused } from '@/components/common/contract-form';
import { notify } from '@/components/common/notify';
import { keyChoice, type KeyDraft } from '@/components/entities/key-field/key-draft';
import { RecoverySheet } from '@/components/entities/key-field/recovery-sheet';
import { changeKey, type Changed, type ChangeParts } from '@/components/features/vault/change-key';
import { useFailureMessage, useVault, type KeyAction } from '@/components/features/vault/use-vault';
import { KeyFormDialog } from '@/components/features/vault/key-form-dialog';
import { hintFor, type Work } from '@/components/features/vault/encrypt-bookmarks';
import { isOutdated, isStored, OutcomeUnknown } from '@/components/features/vault/send-surely';
import { UnlockDialog } from '@/components/features/vault/unlock-dialog';
import { useKeyForm } from '@/components/features/vault/use-key-form';
import { encryptionMutations } from '@/lib/api/encryption';
import { NetworkFailure } from '@/lib/api/problem';
import { transportOf } from '@/lib/api/query-client';
import type { EncryptionKey } from '@/lib/contract/encryption';
import { decryptPages, refresh, encryptMany } from '@/lib/vault/vault';
import { WrongKey } from '@/lib/vault/vault-types';

/** Returns a function that re-encrypts everything under a key and sends it, all or none. */
function useChangingKey({ key: old, count }: EncryptionKey) {
  const t = useTranslations('Vault');
  const explain = useFailureMessage();
  const send = useSending();
  const [work, setWork] = useState<Work | null>(null);
  const messageOf = (failure: unknown): string => {
    if (failure instanceof OutcomeUnknown) return t('changeUnknown');
    if (failure instanceof NetworkFailure) return t('changeFailed');
    return isOutdated(failure) ? t('changeConflict') : explain(failure);
  };
  const change = (draft: KeyDraft) =>
    changeKey(
      { vault: { decryptPages, encryptMany }, send },
      {
        old,
        choice: keyChoice(draft),
        hintFor: (key) => hintFor(draft, key),
        // There may be more than at the time the list was fetched.
        onProgress: (step, done) => setWork({ step, done, total: Math.max(count, done) }),
      },
    );
  const run = async (draft: KeyDraft): Promise<Changed> => {
    setWork({ step: 'reading', done: 0, total: count });
    const changed = await change(draft)
      .catch((failure: unknown) => {
        throw failure instanceof WrongKey ? new Refused('wrong', 'key') : new Refused(messageOf(failure));
      })
      .finally(() => setWork(null));
    if (changed === null) throw new Refused(t('sameKey'));
    void refresh().catch(() => undefined);
    return changed;
  };
  return { work, run };
}

function useSending(): ChangeParts['send'] {
  const client = useQueryClient();
  const { mutateAsync: reencrypt } = useMutation(encryptionMutations.reencrypt());
  const { mutateAsync: apply } = useMutation(encryptionMutations.applyKeyChange());
  const call = transportOf(client);
  return {
    whole: (body) => reencrypt({ body, bookmarks: [] }),
    begin: () => call('bookmarks.beginKeyChange', {}),
    add: (uuid, items) => call('bookmarks.addToKeyChange', { params: { uuid }, body: { items } }),
    apply: (uuid, body) => apply({ params: { uuid }, body }),
    isStored: (item) => isStored(call, item),
  };
}

interface ChangeKeyDialogProps {
  of: EncryptionKey;
  isOpen: boolean;
  onClose: () => void;
}

/** Replaces this key by another one for all its bookmarks. */
function ChangeKeyDialog({ of, isOpen, onClose }: ChangeKeyDialogProps) {
  const t = useTranslations('Vault');
  const { work, run } = useChangingKey(of);
  const form = useKeyForm({
    excluded: of.key,
    isOpen,
    send: async (key) => {
      const done = await run(key);
      notify({ message: t('keyChanged', { count: done.changed }) });
      if (done.damaged > 0) notify({ message: t('damaged', { count: done.damaged }), tone: 'bad' });
      onClose();
    },
  });
  return (
    <KeyFormDialog
      title={t('changeTitle')}
      text={t('changeText', { count: of.count })}
      submitLabel={t('do.change')}
      {...{ form, work, isOpen, onClose }}
    />
  );
}

interface SheetDialogProps {
  of: EncryptionKey;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * A recovery sheet for an existing key: since the key is stored nowhere, it is requested and verified before
 * printing.
 */
function SheetDialog({ of, isOpen, onClose }: SheetDialogProps) {
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

/** The dialogs around one key. A change starts with entering the current key. */
export function KeyDialog({ action: { kind, of } }: { action: KeyAction }) {
  const [isOpen, setOpen] = useState(true);
  const { keys } = useVault();
  const isUnlocked = keys.some(({ key }) => key === of.key);
  const onClose = () => setOpen(false);
  if (kind === 'sheet') return <SheetDialog of={of} isOpen={isOpen} onClose={onClose} />;
  if (kind === 'change' && isUnlocked) return <ChangeKeyDialog of={of} isOpen={isOpen} onClose={onClose} />;
  // Once it is unlocked, the requested dialog follows.
  return (
    <UnlockDialog
      wanted={of}
      isOpen={isOpen}
      onClose={(isDone) => (isDone && kind === 'change' ? undefined : onClose())}
    />
  );
}
