import type { Bytes } from '@/lib/crypto/core/bytes';
import type { Secret } from '@/lib/crypto/types';

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
