'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  keyProblems,
  startKeyDraft,
  type KeyDraft,
  type KeyProblems,
} from '@/components/entities/key-field/key-draft';
import type { KeyFieldProps } from '@/components/entities/key-field/key-field';
import { useVault } from '@/components/features/vault/use-vault';
import type { KeyId } from '@/lib/crypto/types';
import { accountQueries } from '@/lib/api/account';
import { encryptionQueries } from '@/lib/api/encryption';

export interface KeyForm {
  /** Null until it is known which keys there are. */
  readonly field: KeyFieldProps | null;
  /** The draft, if it can be used; otherwise the field says what is missing. */
  readonly check: () => KeyDraft | null;
  readonly refuse: (problems: KeyProblems) => void;
  /** Keeps nothing of what was typed. */
  readonly clear: () => void;
}

/** A key to be chosen or made, other than `excluded`. */
export function useKeyForm(excluded?: KeyId): KeyForm {
  const unlocked = useVault().keys.filter(({ key }) => key !== excluded);
  const { data: others, isError } = useQuery({
    ...encryptionQueries.keys(),
    select: ({ content }) => content.filter(({ key }) => key !== excluded).length,
  });
  const { data: personal = [] } = useQuery({
    ...accountQueries.current(),
    select: ({ firstName, lastName, email }) => [firstName, lastName, email],
  });
  const [changed, setChanged] = useState<KeyDraft | null>(null);
  const [problems, setProblems] = useState<KeyProblems>({});
  // If the keys could not be loaded there may be some: typing one is possible then, too.
  const hasKeys = others === undefined ? isError : others > 0;
  const draft = changed ?? startKeyDraft(unlocked, hasKeys);
  const onChange = (next: KeyDraft) => {
    setChanged(next);
    setProblems({});
  };
  const check = () => {
    const found = keyProblems(draft);
    setProblems(found);
    return Object.keys(found).length === 0 ? draft : null;
  };
  const isKnown = others !== undefined || isError;
  return {
    field: isKnown ? { draft, onChange, unlocked, hasKeys, problems, personal } : null,
    check,
    refuse: setProblems,
    clear: () => setChanged(null),
  };
}
