import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';

/** Plaintext of an envelope. */
export interface DemoSecret {
  title: string;
  url: string;
  description?: string;
  tags?: string;
}

/** Passphrase of the encrypted bookmarks in the demo library. It is public, so not a secret. */
export const demoPassphrase = 'a demo key for everybody';

export const demoSecrets: readonly DemoSecret[] = [
  {
    title: 'Results of the blood test',
    url: 'https://laboratory.example/results',
    description: 'Second opinion in spring.',
    tags: 'health',
  },
  { title: 'Surprise party: the guest list', url: 'https://parties.example/list', tags: 'family, birthday' },
  { title: 'Jobs to apply for', url: 'https://jobs.example/saved', description: 'Not from the office.' },
];

const iterations = 600_000;
const bucketBytes = 256;

/** An encryption key, with the head of its envelopes. */
export interface EncryptionKey {
  head: Buffer;
  key: Buffer;
}

export function makeEncryptionKey(passphrase: string, salt = randomBytes(18)): EncryptionKey {
  const start = Buffer.from([1, 1, 0, 0, 0, 0]);
  start.writeUInt32BE(iterations, 2);
  const key = pbkdf2Sync(passphrase.normalize('NFKC'), salt, iterations, 32, 'sha256');
  return { head: Buffer.concat([start, salt]), key };
}

const uuidBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

/**
 * Creates an envelope like a client does: see "The envelope" in docs/security.md. The service itself never encrypts
 * bookmarks; the demo has no client.
 */
export function encryptOnServer(
  { head, key }: EncryptionKey,
  place: { account: string; uuid: string },
  { title, url, description = '', tags = '' }: DemoSecret,
): string {
  const iv = randomBytes(12);
  const text = Buffer.from(JSON.stringify({ v: 1, title, url, description, tags }));
  const padded = Buffer.alloc(Math.ceil(text.length / bucketBytes) * bucketBytes, ' ');
  text.copy(padded);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.concat([Buffer.from('mw1'), head, uuidBytes(place.account), uuidBytes(place.uuid)]));
  const encrypted = Buffer.concat([cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
  return `mw1.${Buffer.concat([head, iv, encrypted]).toString('base64url')}`;
}
