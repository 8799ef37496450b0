import { createHash, randomBytes } from 'node:crypto';
import {
  makeEncryptionKey,
  encryptOnServer,
  type DemoSecret,
  type EncryptionKey,
} from '@/provider/seed/demo-secrets';

const keys = new Map<string, EncryptionKey>();

/** Returns the key with the passphrase `name`; the same name has the same salt. */
function keyOf(name: string): EncryptionKey {
  const key =
    keys.get(name) ?? makeEncryptionKey(name, createHash('sha256').update(name).digest().subarray(0, 18));
  keys.set(name, key);
  return key;
}

/** Returns the identifier of a key, as contained in its envelopes. */
export const keyIdOf = (name: string): string => keyOf(name).head.toString('base64url');

/** Creates an envelope of a random ciphertext, which the service cannot distinguish from a real one. */
export const envelope = (name: string, bytes = 28 + 256): string =>
  `mw1.${Buffer.concat([keyOf(name).head, randomBytes(bytes)]).toString('base64url')}`;

/** Creates an envelope that can be decrypted with the key of the name. */
export const encrypt = (name: string, place: { account: string; uuid: string }, words: DemoSecret): string =>
  encryptOnServer(keyOf(name), place, words);

/** Creates a well-formed envelope that no key decrypts; the same `fill` produces the same envelope. */
export function sampleEnvelope(fill = 0): string {
  const head = Buffer.alloc(24, fill);
  head.set([1, 1]);
  head.writeUInt32BE(600_000, 2);
  return `mw1.${Buffer.concat([head, Buffer.alloc(28 + 256, fill)]).toString('base64url')}`;
}
