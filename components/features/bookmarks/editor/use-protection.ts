'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  keyChoice,
  keyProblems,
  type KeyDraft,
  type KeyProblems,
} from '@/components/entities/key-field/key-draft';
import { keyDraftOf, type KnownKeys } from '@/components/features/bookmarks/editor/protection';
import { useKnownKeys } from '@/components/features/bookmarks/editor/use-known-keys';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { encryptionQueries } from '@/lib/queries/encryption';
import type { KeyChoice } from '@/lib/vault/vault-types';

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
  /** The key to seal with; null, and words beside the fields, where there is none yet. */
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
