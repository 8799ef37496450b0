import { call } from '@/lib/api-client/call';
import { createKeyring } from '@/lib/crypto/keyring';
import type { Secret } from '@/lib/crypto/types';
import { createVault } from '@/lib/vault/create-vault';
import { guardVault } from '@/lib/vault/vault-guard';
import type { KeyChoice, Sealing } from '@/lib/vault/vault-types';

/**
 * The vault of this tab. Load it on demand, `await import('@/lib/vault/vault')`: the first load of a page has only
 * `opened.ts`, which shows what this opens.
 */
const vault = createVault({
  call,
  makeKeyring: async () => createKeyring((await call('account.get', {})).uuid),
  guard: guardVault,
});

export const {
  state: vaultState,
  watch: watchVault,
  unlock,
  openBookmarks,
  forget,
  refresh,
  readOpened,
  openPages,
  sealMany,
  lock,
} = vault;

/** Seals one bookmark; `uuid` is made before, also for a new one, since the envelope is bound to it. */
export async function sealSecret(
  choice: KeyChoice,
  uuid: string,
  secret: Secret,
): Promise<{ key: Sealing['key']; cipher: string }> {
  const { key, sealed } = await sealMany(choice, [{ uuid, secret }]);
  return { key, cipher: sealed[0]?.cipher ?? '' };
}
