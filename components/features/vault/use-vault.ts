'use client';

import { useSyncExternalStore } from 'react';
import { vaultState, watchVault } from '@/lib/vault/vault';
import type { VaultState } from '@/lib/vault/vault-types';

const closed: VaultState = { keys: [], rows: [], isOpening: false };
const atServer = (): VaultState => closed;

/** The vault of this tab as it is now. */
export const useVault = (): VaultState => useSyncExternalStore(watchVault, vaultState, atServer);
