'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { notify } from '@/components/common/notify';
import {
  keyChoice,
  keyProblems,
  startKeyDraft,
  type KeyDraft,
  type KeyProblems,
} from '@/components/entities/key-field/key-draft';
import { encryptionQueries } from '@/lib/api/encryption';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { keyOf } from '@/lib/vault/decrypt-text';
import type { KeyChoice, UnlockedKey } from '@/lib/vault/vault-types';

export interface KnownKeys {
  readonly unlocked: readonly UnlockedKey[];
  /** The account has keys, unlocked or not. */
  readonly hasKeys: boolean;
}

/** What stands in the field for the key: what was chosen; else an encrypted bookmark keeps its own. */
export function keyDraftOf(
  chosen: KeyDraft | null,
  bookmark: Bookmark | null,
  { unlocked, hasKeys }: KnownKeys,
): KeyDraft {
  const isThere = (source: string) => unlocked.some((one) => one.key === source);
  // It may have been locked meanwhile.
  if (chosen !== null && (chosen.source === 'typed' || chosen.source === 'new' || isThere(chosen.source)))
    return chosen;
  const start = startKeyDraft(unlocked, hasKeys);
  const own = keyOf(bookmark?.cipher ?? null);
  return own !== null && isThere(own) ? { ...start, source: own } : start;
}

/** The keys to choose from; null until they are loaded, and while they are not needed. */
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
    select: ({ content }) => content.length > 0,
  });
  useEffect(() => {
    if (!isWanted) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    void import('@/lib/vault/vault').then(
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
  return { unlocked, hasKeys: data ?? true };
}

/** The switch of the form that keeps a bookmark for its owner alone, and the key that it is kept with. */
export interface FormProtection {
  readonly isOn: boolean;
  /** The bookmark is encrypted now. */
  readonly wasOn: boolean;
  /** Other bookmarks with the same address, which stay readable when this one is encrypted. */
  readonly copies: readonly Bookmark[];
  readonly keys: KnownKeys | null;
  readonly draft: KeyDraft | null;
  readonly problems: KeyProblems;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onChange: (draft: KeyDraft) => void;
  /** The key to encrypt with; null, and words beside the fields, where there is none yet. */
  readonly choose: () => KeyChoice | null;
  /** Forgets a key that was typed. */
  readonly forget: () => void;
}

export function useProtection(bookmark: Bookmark | null, begin: boolean | undefined): FormProtection {
  const wasOn = bookmark?.encrypted === true;
  const [isOn, setOn] = useState(begin ?? wasOn);
  const [chosen, setChosen] = useState<KeyDraft | null>(null);
  const [isTried, setTried] = useState(false);
  const { data: copies } = useQuery({
    ...encryptionQueries.copies(bookmark ? [bookmark.uuid] : []),
    enabled: isOn && !wasOn && bookmark !== null,
  });
  const keys = useKnownKeys(isOn);
  const draft = keys && keyDraftOf(chosen, bookmark, keys);
  const onChange = (next: KeyDraft) => {
    setTried(false);
    setChosen(next);
  };
  return {
    isOn,
    wasOn,
    copies: copies?.content ?? [],
    keys,
    draft,
    problems: isTried && draft ? keyProblems(draft) : {},
    onSwitch: (next) => {
      setTried(false);
      setOn(next);
    },
    onChange,
    choose: () => {
      if (draft === null) return null;
      setTried(true);
      return Object.keys(keyProblems(draft)).length === 0 ? keyChoice(draft) : null;
    },
    forget: () => {
      setTried(false);
      setChosen(null);
    },
  };
}
