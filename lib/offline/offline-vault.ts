import { NetworkFailure } from '@/lib/api/problem';
import { createKeyring } from '@/lib/crypto/keyring';
import type { Keyring } from '@/lib/crypto/types';
import type { OfflineLibrary } from '@/lib/offline/offline-store';
import type { Transport } from '@/lib/api/query-client';
import { createVault, type VaultParts } from '@/lib/vault/create-vault';
import { keyOf } from '@/lib/vault/decrypt-text';
import { guardVault } from '@/lib/vault/vault-guard';
import type { Vault } from '@/lib/vault/vault-types';

/** Creates a vault on the offline copy: keys and envelopes come from the copy, without requests. */
export function createOfflineVault(
  library: OfflineLibrary,
  makeKeyring: (account: string) => Keyring = createKeyring,
  guard: VaultParts['guard'] = guardVault,
): Vault {
  return createVault({
    call: transportOf(library),
    makeKeyring: () => Promise.resolve(makeKeyring(library.account.uuid)),
    guard,
  });
}

/** Implements the two calls that unlocking requires. */
const transportOf = ({ keys, spaces }: OfflineLibrary): Transport =>
  ((id: string, { query }: { query?: { key?: string } }) => {
    if (id === 'bookmarks.keys') return Promise.resolve({ content: keys });
    if (id !== 'bookmarks.encrypted') return Promise.reject(new NetworkFailure(`${id} without a network`));
    const content = spaces
      .flatMap(({ bookmarks }) => bookmarks)
      .filter(({ cipher }) => keyOf(cipher) !== null && keyOf(cipher) === (query?.key ?? keyOf(cipher)));
    return Promise.resolve({ content, next: null });
  }) as Transport;
