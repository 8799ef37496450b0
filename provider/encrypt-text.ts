import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** What a text is for. Each purpose has its own key, so that none is accepted in place of another. */
export type TextPurpose = 'mail' | 'product token' | 'sign-in flow';

const deriveKey = (secret: string, purpose: TextPurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `markwell ${purpose} 1`, 32));

/** Encrypts a text that only this installation may read or create. */
export function encryptText(secret: string, purpose: TextPurpose, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, deriveKey(secret, purpose), iv, { authTagLength: tagBytes });
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** Decrypts a text; null if it was encrypted with another secret or for another purpose. */
export function decryptText(secret: string, purpose: TextPurpose, encrypted: Buffer): string | null {
  try {
    const iv = encrypted.subarray(0, ivBytes);
    const decipher = createDecipheriv(algorithm, deriveKey(secret, purpose), iv, { authTagLength: tagBytes });
    decipher.setAuthTag(encrypted.subarray(ivBytes, ivBytes + tagBytes));
    return Buffer.concat([
      decipher.update(encrypted.subarray(ivBytes + tagBytes)),
      decipher.final(),
    ]).toString('utf8');
  } catch {
    return null;
  }
}
