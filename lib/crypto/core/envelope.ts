import { fromBase64url, joinBytes, toBase64url, type Bytes } from '@/lib/crypto/core/bytes';
import type { Envelope, KeyId } from '@/lib/crypto/types';

// [Note: Envelope]
// `mw1.` followed by, as base64url without padding:
//
//   0   version, 1                          ┐
//   1   algorithm, 1                        │ header: 24 bytes, 32 characters, the same in all envelopes of a key;
//   2   iterations, 32 bits, big endian     │ it identifies the key
//   6   salt, 18 bytes                      ┘
//   24  IV, 12 bytes, generated at every save
//   36  ciphertext and 16-byte authentication tag
//
// Algorithm 1 is PBKDF2-HMAC-SHA-256 and AES-256-GCM. docs/security.md specifies the format.

const PREFIX = 'mw1.';
const VERSION = 1;
const ALGORITHM = 1;
const KEY_CHARACTERS = 32;
const IV_CHARACTERS = 16;
const TAG_BYTES = 16;
export const SALT_BYTES = 18;
export const IV_BYTES = 12;

export interface Head {
  readonly iterations: number;
  readonly salt: Bytes;
  /** All 24 bytes; they are part of the additional authenticated data. */
  readonly bytes: Bytes;
}

export interface ParsedEnvelope {
  readonly key: KeyId;
  readonly head: Head;
  readonly iv: Bytes;
  /** Ciphertext and tag. */
  readonly ciphertext: Bytes;
}

/** Parses an envelope header; null if it is not a valid header. `ring.ts` checks the number of iterations. */
export function parseHead(key: KeyId): Head | null {
  const bytes = key.length === KEY_CHARACTERS ? fromBase64url(key) : null;
  if (bytes?.[0] !== VERSION || bytes[1] !== ALGORITHM) return null;
  return { iterations: new DataView(bytes.buffer).getUint32(2), salt: bytes.slice(6), bytes };
}

export function formatHead(iterations: number, salt: Uint8Array): KeyId {
  const start = new Uint8Array(6);
  start.set([VERSION, ALGORITHM]);
  new DataView(start.buffer).setUint32(2, iterations);
  return toBase64url(joinBytes(start, salt));
}

export function parseEnvelope(envelope: Envelope): ParsedEnvelope | null {
  if (!envelope.startsWith(PREFIX)) return null;
  const body = envelope.slice(PREFIX.length);
  const key = body.slice(0, KEY_CHARACTERS);
  const head = parseHead(key);
  const iv = fromBase64url(body.slice(KEY_CHARACTERS, KEY_CHARACTERS + IV_CHARACTERS));
  const ciphertext = fromBase64url(body.slice(KEY_CHARACTERS + IV_CHARACTERS));
  if (!head || iv?.length !== IV_BYTES || !ciphertext || ciphertext.length < TAG_BYTES) return null;
  return { key, head, iv, ciphertext };
}

export const formatEnvelope = (key: KeyId, iv: Uint8Array, ciphertext: Uint8Array): Envelope =>
  PREFIX + key + toBase64url(iv) + toBase64url(ciphertext);
