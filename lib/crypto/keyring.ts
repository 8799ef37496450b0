import { CryptoUnavailable, KeyLocked } from '@/lib/crypto/refusals';
import type { Keyring, DecryptResult, EncryptedItem } from '@/lib/crypto/types';
import { createClient, type Client, type WorkerLine } from '@/lib/crypto/worker/client';

/** Messages are copied on the page's own thread, so a long list goes in pieces that take it a few milliseconds. */
const PIECE = 250;

const startWorker = (): WorkerLine =>
  new Worker(new URL('./worker/keyring.worker.ts', import.meta.url), { type: 'module' });

/** The keys of an account in this tab. No worker runs before the first key, and none after `lock`. */
export function createKeyring(account: string, start: () => WorkerLine = startWorker): Keyring {
  let client: Client | null = null;
  const started = (): Client => {
    client ??= createClient(start(), account, () => (client = null));
    return client;
  };
  return {
    unlock: async (passphrase, key, samples) => {
      refuseWithoutCrypto();
      return started().ask('unlock', { passphrase, key, samples });
    },
    create: async (passphrase) => {
      refuseWithoutCrypto();
      return started().ask('create', { passphrase });
    },
    encrypt: async (key, items) => {
      refuseWithoutCrypto();
      const asked = client;
      if (!asked) throw new KeyLocked();
      return inPieces(items, (piece) => asked.ask('encrypt', { key, items: piece }));
    },
    decrypt: async (items) => {
      refuseWithoutCrypto();
      const asked = client;
      return (asked && (await decryptUnlessLocked(asked, items))) ?? items.map(() => ({ failure: 'locked' }));
    },
    lock: () => {
      client?.end();
      client = null;
    },
  };
}

/** Null where the keys were locked meanwhile: then nothing of it is readable, not even what was opened before. */
async function decryptUnlessLocked(
  client: Client,
  items: readonly EncryptedItem[],
): Promise<DecryptResult[] | null> {
  try {
    return await inPieces(items, (piece) => client.ask('decrypt', { items: piece }));
  } catch (error) {
    if (error instanceof KeyLocked) return null;
    throw error;
  }
}

async function inPieces<In, Out>(
  items: readonly In[],
  ask: (piece: readonly In[]) => Promise<readonly Out[]>,
): Promise<Out[]> {
  const given: Out[] = [];
  for (let at = 0; at < items.length; at += PIECE) given.push(...(await ask(items.slice(at, at + PIECE))));
  return given;
}

function refuseWithoutCrypto(): void {
  // Types promise it everywhere; browsers give it to pages of https and of this machine only.
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  if (!subtle) throw new CryptoUnavailable();
}
