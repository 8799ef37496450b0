'use client';

import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { encryptionQueries } from '@/lib/queries/encryption';
import { vaultState, watchVault } from '@/lib/vault/vault';
import type { UnlockedKey } from '@/lib/vault/vault-types';

interface KnownKeys {
  readonly unlocked: readonly UnlockedKey[];
  /** The account has keys, unlocked or not. */
  readonly hasKeys: boolean;
}

const nothing: readonly UnlockedKey[] = [];

/** The keys to choose from; null until they are known. Only for what is loaded on demand, since it brings the vault. */
export function useUnlockedKeys(): KnownKeys | null {
  const unlocked = useSyncExternalStore(
    watchVault,
    () => vaultState().keys,
    () => nothing,
  );
  const { data, isError } = useQuery({
    ...encryptionQueries.keys(),
    select: ({ content }) => content.length > 0,
  });
  if (data === undefined && !isError) return null;
  return { unlocked, hasKeys: data ?? true };
}
