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

/** Returns the current state of this tab's vault. */
export const useVault = (): VaultState => useSyncExternalStore(watchVault, vaultState, atServer);

/** Returns a function that explains why an operation with a key failed; nothing was changed by it. */
export function useFailureMessage(): (failure: unknown) => string {
  const t = useTranslations('Vault');
  return (failure) => {
    if (failure instanceof CryptoUnavailable) return t('noCrypto');
    if (failure instanceof UnsafeParameters) return t('unsafe');
    if (failure instanceof ApiProblem && failure.message !== '') return failure.message;
    return t(failure instanceof NetworkFailure || failure instanceof ApiProblem ? 'failed' : 'broken');
  };
}

/** An action on a key. */
export interface KeyAction {
  readonly kind: 'unlock' | 'change' | 'sheet';
  readonly of: EncryptionKey;
}
