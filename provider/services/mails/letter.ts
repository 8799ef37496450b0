import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Language } from '@/lib/contract/schemas/account';

/** What a mail is about, with what its words need. Times are ISO 8601. */
export type MailContent =
  | { kind: 'verification' | 'reset' | 'newEmail'; code: string }
  | { kind: 'signIn'; at: string; browser: string | null; system: string | null; address: string }
  | { kind: 'passwordChanged' | 'emailChanged'; at: string }
  | { kind: 'tokenCreated'; at: string; name: string }
  | { kind: 'googleLinked'; at: string; email: string }
  | { kind: 'accountDeleted' };

export type MailKind = MailContent['kind'];

/** A mail before its words are chosen. */
export interface Letter {
  to: { name: string; address: string };
  locale: Language;
  content: MailContent;
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

const deriveKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'markwell mail 1', 32));

/** Seals a letter for the time that it waits: a reader of the database finds neither its code nor its reader. */
export function sealLetter(secret: string, letter: Letter): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, deriveKey(secret), iv, { authTagLength: tagBytes });
  const sealed = Buffer.concat([cipher.update(JSON.stringify(letter), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Opens a letter; null when it was sealed with another secret. */
export function openLetter(secret: string, sealed: Buffer): Letter | null {
  try {
    const decipher = createDecipheriv(algorithm, deriveKey(secret), sealed.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
    const opened = Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
    return JSON.parse(opened.toString('utf8')) as Letter;
  } catch {
    return null;
  }
}
