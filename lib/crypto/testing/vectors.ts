import written from '@/lib/crypto/testing/vectors.json';
import type { Envelope, Secret } from '@/lib/crypto/types';

/** An envelope with all its inputs; bytes are in hexadecimal. */
export interface Vector {
  readonly name: string;
  readonly account: string;
  readonly uuid: string;
  readonly passphrase: string;
  readonly iterations: number;
  readonly salt: string;
  readonly iv: string;
  readonly key: string;
  readonly secret: Secret;
  readonly envelope: Envelope;
}

/**
 * Test vectors created by another program, in another language, from docs/security.md. They are never regenerated:
 * users have stored envelopes like these, and every later version must decrypt them.
 */
export const vectors: readonly Vector[] = written;

export const secret: Secret = {
  title: 'A title',
  url: 'https://example.com/page',
  description: 'What it is about',
  tags: 'one,two',
};

export const account = '0193a5c0-1111-7abc-8def-0123456789ab';
export const otherAccount = '0193a5c0-2222-7abc-9def-fedcba987654';

/** Returns the uuid of the bookmark with this number. */
export const uuidOf = (number: number): string =>
  `0193a5c1-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
