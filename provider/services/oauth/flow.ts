import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What has to be remembered between leaving for an issuer and coming back. */
export interface Flow {
  state: string;
  nonce: string;
  verifier: string;
  /** Whose account is to be linked, and the session that asked for it; null where somebody signs in. */
  link: { accountId: string; sessionId: string } | null;
  /** Milliseconds since 1970. */
  expires: number;
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const flowMs = 10 * 60_000;

const deriveKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'markwell sign-in flow 1', 32));

const random = (): string => randomBytes(32).toString('base64url');

export const newFlow = (link: Flow['link'], now: Date): Flow => ({
  state: random(),
  nonce: random(),
  verifier: random(),
  link,
  expires: now.getTime() + flowMs,
});

/**
 * A flow as the browser that began it keeps it. It holds the verifier without which the issuer's code is worth nothing,
 * so that no other browser can bring a flow to its end, nor be made to end somebody else's.
 */
export function sealFlow(secret: string, flow: Flow): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, deriveKey(secret), iv, { authTagLength: tagBytes });
  const sealed = Buffer.concat([cipher.update(JSON.stringify(flow), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Opens a flow; null for anything that this installation has not sealed in the last ten minutes. */
export function openFlow(secret: string, sealed: string, now: Date): Flow | null {
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv(algorithm, deriveKey(secret), bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    const opened = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
    const flow = JSON.parse(opened.toString('utf8')) as Flow;
    // JSON can say 1e999, which reads as Infinity.
    return Number.isFinite(flow.expires) && flow.expires > now.getTime() ? flow : null;
  } catch {
    return null;
  }
}
