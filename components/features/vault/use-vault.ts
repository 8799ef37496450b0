'use client';
import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import type { EncryptionKey } from '@/lib/contract/encryption';
import { CryptoUnavailable, UnsafeParameters } from '@/lib/crypto/refusals';
import { vaultState, watchVault } from '@/lib/vault/vault';
import type { VaultState } from '@/lib/vault/vault-types';

const closed: VaultState = { keys: [], rows: [], isDecrypting: false };
const atServer = (): VaultState => closed;

/** The vault of this tab as it is now. */
export const useVault = (): VaultState => useSyncExternalStore(watchVault, vaultState, atServer);

/** Why something around a key did not come to its end, in words; nothing was changed by it. */
export function useFailureWords(): (failure: unknown) => string {
  const t = useTranslations('Vault');
  return (failure) => {
    if (failure instanceof CryptoUnavailable) return t('noCrypto');
    if (failure instanceof UnsafeParameters) return t('unsafe');
    if (failure instanceof ApiProblem && failure.message !== '') return failure.message;
    return t(failure instanceof NetworkFailure || failure instanceof ApiProblem ? 'failed' : 'broken');
  };
}

/** What is to be done with a key. */
export interface KeyAction {
  readonly kind: 'unlock' | 'change' | 'sheet';
  readonly of: EncryptionKey;
}
