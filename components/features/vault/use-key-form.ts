'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import { z } from 'zod';
import { useContractForm } from '@/components/common/contract-form';
import { startKeyDraft, withCounts, type KeyDraft } from '@/components/entities/key-field/key-draft';
import { KeyInput, noKeyDraft } from '@/components/entities/key-field/key-input';
import { useVault } from '@/components/features/vault/use-vault';
import type { KeyId } from '@/lib/crypto/types';
import { accountQueries } from '@/lib/api/account';
import { encryptionQueries } from '@/lib/api/encryption';

const KeyFormInput = z.strictObject({ key: KeyInput });

interface KeyFormOptions {
  /** A key that cannot be chosen. */
  excluded?: KeyId;
  isOpen: boolean;
  /** Encrypts with the key; throws `Refused` on failure. */
  send: (key: KeyDraft) => Promise<void>;
}

export type KeyForm = ReturnType<typeof useKeyForm>;

/** A form with a key to select or create. Its values are dropped once it is closed. */
export function useKeyForm({ excluded, isOpen, send }: KeyFormOptions) {
  const t = useTranslations('Vault');
  const { data: keys, isError } = useQuery({
    ...encryptionQueries.keys(),
    select: ({ content }) => content,
  });
  const unlocked = withCounts(
    useVault().keys.filter(({ key }) => key !== excluded),
    keys,
  );
  const others = keys?.filter(({ key }) => key !== excluded).length;
  const { data: personal = [] } = useQuery({
    ...accountQueries.current(),
    select: ({ firstName, lastName, email }) => [firstName, lastName, email],
  });
  const isKnown = others !== undefined || isError;
  // If the keys could not be loaded there may be some: typing one is possible then, too.
  const hasKeys = others === undefined ? isError : others > 0;
  const form = useContractForm({
    schema: KeyFormInput,
    fields: ['key'],
    defaultValues: { key: noKeyDraft },
    ...(isKnown && { values: { key: startKeyDraft(unlocked, hasKeys) } }),
    send: ({ key }) => send(key),
    failed: t('failed'),
  });
  const clear = useEffectEvent(() => form.reset());
  useEffect(() => {
    if (!isOpen) clear();
  }, [isOpen]);
  return { ...form, unlocked, hasKeys, personal };
}
