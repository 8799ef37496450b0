import { createHash, randomBytes } from 'node:crypto';
import {
  makeEncryptionKey,
  encryptOnServer,
  type DemoSecret,
  type EncryptionKey,
} from '@/provider/seed/demo-secrets';

const keys = new Map<string, EncryptionKey>();

/** The key of a name, which is its passphrase; the same name has the same salt. */
function keyOf(name: string): EncryptionKey {
  const key =
    keys.get(name) ?? makeEncryptionKey(name, createHash('sha256').update(name).digest().subarray(0, 18));
  keys.set(name, key);
  return key;
}

/** What stands for a key outside of the device. */
export const keyIdOf = (name: string): string => keyOf(name).head.toString('base64url');

/** An envelope of an unknown key: to the service it is like any other. */
export const envelope = (name: string, bytes = 28 + 256): string =>
  `mw1.${Buffer.concat([keyOf(name).head, randomBytes(bytes)]).toString('base64url')}`;

/** An envelope that its name opens. */
export const encrypt = (name: string, place: { account: string; uuid: string }, words: DemoSecret): string =>
  encryptOnServer(keyOf(name), place, words);

/** An envelope of valid form that no key decrypts; the same `fill` makes the same one. */
export function sampleEnvelope(fill = 0): string {
  const head = Buffer.alloc(24, fill);
  head.set([1, 1]);
  head.writeUInt32BE(600_000, 2);
  return `mw1.${Buffer.concat([head, Buffer.alloc(28 + 256, fill)]).toString('base64url')}`;
}
