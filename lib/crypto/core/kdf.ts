import { formatHead, SALT_BYTES, type Head } from '@/lib/crypto/core/envelope';
import type { KeyId } from '@/lib/crypto/types';

/** What a new key takes, and the least that is taken: a server must not be able to ask for a weaker one. */
const LEAST_ITERATIONS = 600_000;
/** More would be a way to stop a browser. */
const MOST_ITERATIONS = 2_000_000;

export const isSafe = ({ iterations }: Head): boolean =>
  iterations >= LEAST_ITERATIONS && iterations <= MOST_ITERATIONS;

export const newKeyId = (): KeyId =>
  formatHead(LEAST_ITERATIONS, crypto.getRandomValues(new Uint8Array(SALT_BYTES)));

/**
 * The key of a passphrase. It can be used and not be read. The passphrase is brought to one form (NFKC), since two
 * keyboards write the same letter differently; nothing is trimmed from it.
 */
export async function deriveKey(passphrase: string, { salt, iterations }: Head): Promise<CryptoKey> {
  const typed = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
