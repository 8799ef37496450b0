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

/** Additional authenticated data of an envelope; null if an identifier is not a uuid. */
function additionalDataOf({ bytes }: Head, { account, uuid }: EnvelopeBinding): Bytes | null {
  const [owner, bookmark] = [uuidBytes(account), uuidBytes(uuid)];
  return owner && bookmark ? joinBytes(formatName, bytes, owner, bookmark) : null;
}

export async function encryptSecret(
  key: CryptoKey,
  id: KeyId,
  binding: EnvelopeBinding,
  secret: Secret,
): Promise<Envelope> {
  const head = parseHead(id);
  const additionalData = head && additionalDataOf(head, binding);
  if (!additionalData) throw new TypeError('an envelope needs the uuids of its account and its bookmark');
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const algorithm = { name: 'AES-GCM', iv, additionalData };
  const ciphertext = await crypto.subtle.encrypt(algorithm, key, packSecret(secret));
  return formatEnvelope(id, iv, new Uint8Array(ciphertext));
}

export async function decryptSecret(
  key: CryptoKey,
  { head, iv, ciphertext }: ParsedEnvelope,
  binding: EnvelopeBinding,
): Promise<DecryptResult> {
  const additionalData = additionalDataOf(head, binding);
  if (!additionalData) return { failure: 'damaged' };
  const algorithm = { name: 'AES-GCM', iv, additionalData };
  const packed = await crypto.subtle.decrypt(algorithm, key, ciphertext).catch(() => null);
  if (packed === null) return { failure: 'damaged' };
  const secret = unpackSecret(new Uint8Array(packed));
  return secret ? { secret } : { failure: 'unreadable' };
}

/** Padding granularity: the length of an envelope reveals the length of its text only to this many bytes. */
const BUCKET_BYTES = 256;
const SPACE = 0x20;

/** Serializes a secret to JSON, padded with spaces, which JSON ignores. */
export function packSecret({ title, url, description, tags, notes = '' }: Secret): Bytes {
  const text = new TextEncoder().encode(
    JSON.stringify({ v: 1, title, url, description, tags, ...(notes !== '' && { notes }) }),
  );
  const padded = new Uint8Array(Math.ceil(text.length / BUCKET_BYTES) * BUCKET_BYTES).fill(SPACE);
  padded.set(text);
  return padded;
}

/** Parses a serialized secret; null if it has a later version or was not written by `packSecret`. */
export function unpackSecret(packed: Uint8Array): Secret | null {
  const parsed = readJson(packed);
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { v, title, url, description, tags, notes = '' } = parsed as Record<string, unknown>;
  if (v !== 1 || typeof title !== 'string' || typeof url !== 'string') return null;
  return typeof description === 'string' && typeof tags === 'string' && typeof notes === 'string'
    ? { title, url, description, tags, ...(notes !== '' && { notes }) }
    : null;
}

function readJson(packed: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(packed));
  } catch {
    return null;
  }
}
