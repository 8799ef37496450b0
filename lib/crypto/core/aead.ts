import { joinBytes, uuidBytes, type Bytes } from '@/lib/crypto/core/bytes';
import {
  formatEnvelope,
  IV_BYTES,
  parseHead,
  type Head,
  type ParsedEnvelope,
} from '@/lib/crypto/core/envelope';
import type { Envelope, KeyId, DecryptResult, Secret } from '@/lib/crypto/types';

/** The bookmark that an envelope is bound to; no other can decrypt it. */
export interface EnvelopeBinding {
  readonly account: string;
  readonly uuid: string;
}

const formatName = new TextEncoder().encode('mw1');

/** What is authenticated beside the ciphertext, or null where the place has no proper names. */
function placeBytes({ bytes }: Head, { account, uuid }: EnvelopeBinding): Bytes | null {
  const [owner, bookmark] = [uuidBytes(account), uuidBytes(uuid)];
  return owner && bookmark ? joinBytes(formatName, bytes, owner, bookmark) : null;
}

export async function encryptSecret(
  key: CryptoKey,
  id: KeyId,
  place: EnvelopeBinding,
  secret: Secret,
): Promise<Envelope> {
  const head = parseHead(id);
  const additionalData = head && placeBytes(head, place);
  if (!additionalData) throw new TypeError('an envelope needs the uuids of its account and its bookmark');
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const algorithm = { name: 'AES-GCM', iv, additionalData };
  const ciphertext = await crypto.subtle.encrypt(algorithm, key, packSecret(secret));
  return formatEnvelope(id, iv, new Uint8Array(ciphertext));
}

export async function decryptSecret(
  key: CryptoKey,
  { head, iv, ciphertext }: ParsedEnvelope,
  place: EnvelopeBinding,
): Promise<DecryptResult> {
  const additionalData = placeBytes(head, place);
  if (!additionalData) return { failure: 'damaged' };
  const algorithm = { name: 'AES-GCM', iv, additionalData };
  const packed = await crypto.subtle.decrypt(algorithm, key, ciphertext).catch(() => null);
  if (packed === null) return { failure: 'damaged' };
  const secret = unpackSecret(new Uint8Array(packed));
  return secret ? { secret } : { failure: 'unreadable' };
}

/** The length of an envelope tells the length of its words to this many bytes, no closer. */
const BUCKET_BYTES = 256;
const SPACE = 0x20;

/** The text that is encrypted: JSON, filled up with spaces, which JSON ignores. */
export function packSecret({ title, url, description, tags }: Secret): Bytes {
  const text = new TextEncoder().encode(JSON.stringify({ v: 1, title, url, description, tags }));
  const padded = new Uint8Array(Math.ceil(text.length / BUCKET_BYTES) * BUCKET_BYTES).fill(SPACE);
  padded.set(text);
  return padded;
}

/** Null where the text is of a later version, or was never written by `packSecret`. */
export function unpackSecret(packed: Uint8Array): Secret | null {
  const read = readJson(packed);
  if (typeof read !== 'object' || read === null) return null;
  const { v, title, url, description, tags } = read as Record<string, unknown>;
  if (v !== 1 || typeof title !== 'string' || typeof url !== 'string') return null;
  return typeof description === 'string' && typeof tags === 'string'
    ? { title, url, description, tags }
    : null;
}

function readJson(packed: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(packed));
  } catch {
    return null;
  }
}
