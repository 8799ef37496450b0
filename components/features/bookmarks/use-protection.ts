'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { notify } from '@/components/common/notify';
import { loadCode } from '@/components/common/on-demand';
import { startKeyDraft, withCounts, type KeyDraft } from '@/components/entities/key-field/key-draft';
import type { EditorForm } from '@/components/features/bookmarks/editor-input';
import { encryptionQueries } from '@/lib/api/encryption';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { keyOf } from '@/lib/vault/decrypt-text';
import type { UnlockedKey } from '@/lib/vault/vault-types';

export interface KnownKeys {
  readonly unlocked: readonly UnlockedKey[];
  /** Whether the account has keys, unlocked or not. */
  readonly hasKeys: boolean;
}

/** Returns the value of the key field: the chosen one; else an encrypted bookmark keeps its key. */
export function keyDraftOf(
  chosen: KeyDraft,
  bookmark: Bookmark | null,
  { unlocked, hasKeys }: KnownKeys,
): KeyDraft {
  const isUnlocked = (source: string) => unlocked.some((one) => one.key === source);
  // It may have been locked in the meantime.
  if (chosen.source === 'typed' || chosen.source === 'new' || isUnlocked(chosen.source)) return chosen;
  const start = startKeyDraft(unlocked, hasKeys);
  const own = keyOf(bookmark?.cipher ?? null);
  return own !== null && isUnlocked(own) ? { ...start, source: own } : start;
}

/** Returns the keys to choose from; null until they are loaded, and while they are not needed. */
function useKnownKeys(isWanted: boolean): KnownKeys | null {
  const t = useTranslations('Common');
  const [attempt, setAttempt] = useState(1);
  const [unlocked, setUnlocked] = useState<KnownKeys['unlocked'] | null>(null);
  const offerRetry = useEffectEvent(() =>
    notify({
      message: t('loadFailed'),
      tone: 'bad',
      action: { label: t('retry'), run: () => setAttempt(attempt + 1) },
    }),
  );
  const { data, isError } = useQuery({
    ...encryptionQueries.keys(),
    enabled: isWanted,
    select: ({ content }) => content,
  });
  useEffect(() => {
    if (!isWanted) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    void loadCode(import('@/lib/vault/vault')).then(
      ({ vaultState, watchVault }) => {
        if (isGone) return;
        const read = () => setUnlocked(vaultState().keys);
        read();
        stop = watchVault(read);
      },
      () => (isGone ? undefined : offerRetry()),
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [isWanted, attempt]);
  if (unlocked === null || (data === undefined && !isError)) return null;
  return { unlocked: withCounts(unlocked, data), hasKeys: data === undefined || data.length > 0 };
}

/** State of the form's encryption switch. */
export interface FormProtection {
  readonly isOn: boolean;
  /** Whether the bookmark is currently encrypted. */
  readonly wasOn: boolean;
  /** Other bookmarks with the same url, which stay readable when this one is encrypted; null until they are known. */
  readonly copies: readonly Bookmark[] | null;
  /** Loads the copies again; null unless that failed. */
  readonly retryCopies: (() => void) | null;
  readonly keys: KnownKeys | null;
  /** Null until the keys are known. */
  readonly draft: KeyDraft | null;
}

export function useProtection({ control, setValue }: EditorForm, bookmark: Bookmark | null): FormProtection {
  const wasOn = bookmark?.encrypted === true;
  const [isOn, chosen] = useWatch({ control, name: ['encrypted', 'key'] });
  const canHaveCopies = isOn && !wasOn && bookmark !== null;
  const { data, isLoadingError, isPaused, refetch } = useQuery({
    ...encryptionQueries.copies(bookmark ? [bookmark.uuid] : []),
    enabled: canHaveCopies,
  });
  const copies = canHaveCopies ? (data?.content ?? null) : [];
  // Without a network, the query waits for it.
  const hasFailed = isLoadingError || (isPaused && data === undefined);
  const retryCopies = canHaveCopies && hasFailed ? () => void refetch() : null;
  const keys = useKnownKeys(isOn);
  const draft = keys && keyDraftOf(chosen, bookmark, keys);
  const isOther = draft !== null && draft !== chosen;
  const choose = useEffectEvent(() => draft && setValue('key', draft));
  useEffect(() => {
    if (isOther) choose();
  }, [isOther]);
  return { isOn, wasOn, copies, retryCopies, keys, draft };
}
