'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { keyChoice } from '@/components/entities/key-field/key-draft';
import { changeKey, type Changed, type ChangeParts } from '@/components/features/vault/keys/change-key';
import { hintFor } from '@/components/features/vault/seal-bookmarks';
import type { Work } from '@/components/features/vault/sealing-progress';
import { useFailureWords } from '@/components/features/vault/use-failure-words';
import type { KeyForm } from '@/components/features/vault/use-key-form';
import { ApiProblem, NetworkFailure } from '@/lib/api-client/api-problem';
import type { EncryptionKey } from '@/lib/contract/schemas/encryption';
import { encryptionMutations } from '@/lib/queries/encryption';
import { transportOf } from '@/lib/queries/transport';
import { WrongKey } from '@/lib/vault/refusals';
import { openPages, refresh, sealMany } from '@/lib/vault/vault';

/** Seals everything under a key anew and sends it, all or none. */
export function useChangingKey({ key: old, count }: EncryptionKey, form: KeyForm) {
  const t = useTranslations('Vault');
  const explain = useFailureWords();
  const send = useSending();
  const [work, setWork] = useState<Work | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const say = (failure: unknown): string => {
    if (failure instanceof NetworkFailure) return t('changeFailed');
    return isOutdated(failure) ? t('changeConflict') : explain(failure);
  };
  const change = async (): Promise<Changed | null> => {
    const draft = form.check();
    if (draft === null) return null;
    setWork({ step: 'reading', done: 0, total: count });
    const changed = await changeKey(
      { vault: { openPages, sealMany }, send },
      {
        old,
        choice: keyChoice(draft),
        hintFor: (key) => hintFor(draft, key),
        // There may be more than were counted when the list was read.
        onProgress: (step, done) => setWork({ step, done, total: Math.max(count, done) }),
      },
    );
    if (changed === null) setRefusal(t('sameKey'));
    else void refresh().catch(() => undefined);
    return changed;
  };
  const run = async (): Promise<Changed | null> => {
    if (work !== null) return null;
    setRefusal(null);
    try {
      return await change();
    } catch (failure) {
      if (failure instanceof WrongKey) form.refuse({ passphrase: 'wrong' });
      else setRefusal(say(failure));
      return null;
    } finally {
      setWork(null);
    }
  };
  return { work, refusal, run };
}

/** Something was changed, erased, or changed by another device under the same key, since it was read. */
const isOutdated = (failure: unknown): boolean =>
  failure instanceof ApiProblem && (failure.code === 'OUTDATED' || failure.code === 'NOT_FOUND');

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
  };
}
