import { UnsafeParameters } from '@/lib/crypto/refusals';
import type { VaultSession, TriedKey } from '@/lib/vault/vault-session';

/** The keys that a passphrase fits; each of them is unlocked in the keyring from now on. */
export async function fittingKeys(
  session: VaultSession,
  passphrase: string,
  tried: readonly TriedKey[],
): Promise<TriedKey[]> {
  const fitting: TriedKey[] = [];
  for (const one of tried) {
    const fits = await session
      .use((keyring) => keyring.unlock(passphrase, one.key, one.samples))
      .catch((failure: unknown) => {
        // One that asks for too little or too much work does not stand in the way of the others.
        if (failure instanceof UnsafeParameters && tried.length > 1) return false;
        throw failure;
      });
    if (fits) fitting.push(one);
  }
  return fitting;
}
