import { CryptoUnavailable, KeyLocked } from '@/lib/crypto/refusals';
import type { Keyring, DecryptResult, EncryptedItem } from '@/lib/crypto/types';
import { createClient, type Client, type WorkerLine } from '@/lib/crypto/worker/client';

/** Items per message. Messages are copied on the main thread; a batch of this size takes a few milliseconds. */
const BATCH_SIZE = 250;

const startWorker = (): WorkerLine =>
  new Worker(new URL('./worker/keyring.worker.ts', import.meta.url), { type: 'module' });

/** Creates the keyring of an account in this tab. No worker runs before the first key is used, or after `lock`. */
export function createKeyring(account: string, start: () => WorkerLine = startWorker): Keyring {
  let client: Client | null = null;
  const started = (): Client => {
    client ??= createClient(start(), account, () => (client = null));
    return client;
  };
  return {
    unlock: async (passphrase, key, samples) => {
      requireCrypto();
      return started().ask('unlock', { passphrase, key, samples });
    },
    create: async (passphrase) => {
      requireCrypto();
      return started().ask('create', { passphrase });
    },
    encrypt: async (key, items) => {
      requireCrypto();
      const current = client;
      if (!current) throw new KeyLocked();
      return inBatches(items, (batch) => current.ask('encrypt', { key, items: batch }));
    },
    decrypt: async (items) => {
      requireCrypto();
      const current = client;
      return (
        (current && (await decryptUnlessLocked(current, items))) ?? items.map(() => ({ failure: 'locked' }))
      );
    },
    lock: () => {
      client?.end();
      client = null;
    },
  };
}

/** Decrypts items; null if the keys are locked before all are done, since then none of them may be readable. */
async function decryptUnlessLocked(
  client: Client,
  items: readonly EncryptedItem[],
): Promise<DecryptResult[] | null> {
  try {
    return await inBatches(items, (batch) => client.ask('decrypt', { items: batch }));
  } catch (error) {
    if (error instanceof KeyLocked) return null;
    throw error;
  }
}

async function inBatches<In, Out>(
  items: readonly In[],
  ask: (batch: readonly In[]) => Promise<readonly Out[]>,
): Promise<Out[]> {
  const results: Out[] = [];
  for (let at = 0; at < items.length; at += BATCH_SIZE)
    results.push(...(await ask(items.slice(at, at + BATCH_SIZE))));
  return results;
}

function requireCrypto(): void {
  // The type is always present, but browsers provide it only in secure contexts: https and localhost.
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  if (!subtle) throw new CryptoUnavailable();
}
