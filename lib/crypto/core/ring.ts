import { decryptSecret, encryptSecret } from '@/lib/crypto/core/aead';
import { parseEnvelope, parseHead, type Head, formatHead, SALT_BYTES } from '@/lib/crypto/core/envelope';
import { KeyLocked, UnsafeParameters } from '@/lib/crypto/refusals';
import type { Envelope, KeyId, DecryptResult, EncryptedItem, Secret } from '@/lib/crypto/types';

/** Iterations of a new key, and the accepted minimum: a server must not be able to request a weaker key. */
const MIN_ITERATIONS = 600_000;
/** Accepted maximum: more iterations could block a browser. */
const MAX_ITERATIONS = 2_000_000;

export const isSafe = ({ iterations }: Head): boolean =>
  iterations >= MIN_ITERATIONS && iterations <= MAX_ITERATIONS;

const newKeyId = (): KeyId => formatHead(MIN_ITERATIONS, crypto.getRandomValues(new Uint8Array(SALT_BYTES)));

/**
 * Derives the non-extractable key of a passphrase. The passphrase is normalized (NFKC), since keyboards encode the same
 * letter differently; it is not trimmed.
 */
export async function deriveKey(passphrase: string, { salt, iterations }: Head): Promise<CryptoKey> {
  const encoded = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const material = await crypto.subtle.importKey('raw', encoded, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

export interface PlainItem {
  readonly uuid: string;
  readonly secret: Secret;
}

/** Store of the unlocked keys. `Keyring` documents the methods. */
export interface Ring {
  readonly unlock: (
    account: string,
    passphrase: string,
    key: KeyId,
    samples: readonly EncryptedItem[],
  ) => Promise<boolean>;
  readonly create: (passphrase: string) => Promise<KeyId>;
  readonly encrypt: (account: string, key: KeyId, items: readonly PlainItem[]) => Promise<Envelope[]>;
  readonly decrypt: (account: string, items: readonly EncryptedItem[]) => Promise<DecryptResult[]>;
}

type Keys = Map<KeyId, CryptoKey>;

export function createRing(): Ring {
  const keys: Keys = new Map();
  return {
    unlock: async (account, passphrase, id, samples) => {
      const key = await deriveKey(passphrase, safeHead(id));
      const decrypted = await decryptAll(new Map([[id, key]]), account, samples);
      if (!decrypted.some((result) => 'secret' in result)) return false;
      keys.set(id, key);
      return true;
    },
    create: async (passphrase) => {
      const id = newKeyId();
      keys.set(id, await deriveKey(passphrase, safeHead(id)));
      return id;
    },
    encrypt: async (account, id, items) => {
      const key = keys.get(id);
      if (!key) throw new KeyLocked();
      return Promise.all(items.map(({ uuid, secret }) => encryptSecret(key, id, { account, uuid }, secret)));
    },
    decrypt: (account, items) => decryptAll(keys, account, items),
  };
}

function safeHead(id: KeyId): Head {
  const head = parseHead(id);
  if (!head || !isSafe(head)) throw new UnsafeParameters();
  return head;
}

const decryptAll = (keys: Keys, account: string, items: readonly EncryptedItem[]): Promise<DecryptResult[]> =>
  Promise.all(items.map((item) => decryptOne(keys, account, item)));

async function decryptOne(
  keys: Keys,
  account: string,
  { uuid, cipher }: EncryptedItem,
): Promise<DecryptResult> {
  const envelope = parseEnvelope(cipher);
  if (!envelope || !isSafe(envelope.head)) return { failure: 'unreadable' };
  const key = keys.get(envelope.key);
  return key ? decryptSecret(key, envelope, { account, uuid }) : { failure: 'locked' };
}
