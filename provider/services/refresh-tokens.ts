import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const prefix = 'mwr_';
const idBytes = 16;
const randomPartBytes = 32;
const tagBytes = 16;

const deriveKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'markwell refresh token 1', 32));

const deriveSuccessionKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'markwell next refresh token 1', 32));

const seal = (secret: string, payload: Buffer): Buffer =>
  createHmac('sha256', deriveKey(secret)).update(payload).digest().subarray(0, tagBytes);

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export interface RefreshToken {
  sessionId: string;
  token: string;
  /** What is stored: the token itself is not. */
  hash: string;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * A new refresh token of a session: 256 random bits, the session they belong to, and a seal. The seal tells a token
 * that was given out once, whose second use must end the session, from an invented one, which must not.
 */
export const issueRefreshToken = (secret: string, sessionId: string): RefreshToken =>
  sealed(secret, sessionId, randomBytes(randomPartBytes));

function sealed(secret: string, sessionId: string, randomPart: Buffer): RefreshToken {
  const payload = Buffer.concat([bytesOf(sessionId), randomPart]);
  const token = prefix + Buffer.concat([payload, seal(secret, payload)]).toString('base64url');
  return { sessionId, token, hash: hashOf(token) };
}

/**
 * The token that a refresh token is exchanged for. It depends on that token and the secret alone, so that processes that
 * exchange the same one at the same time give the same answer; it cannot be computed without the secret.
 */
export function nextRefreshToken(secret: string, { sessionId, token }: RefreshToken): RefreshToken {
  const randomPart = createHmac('sha256', deriveSuccessionKey(secret)).update(token).digest();
  return sealed(secret, sessionId, randomPart);
}

/** Reads a token that this service gave out at some time; null for anything else. */
export function readRefreshToken(secret: string, token: string): RefreshToken | null {
  if (!token.startsWith(prefix)) return null;
  const bytes = Buffer.from(token.slice(prefix.length), 'base64url');
  if (bytes.length !== idBytes + randomPartBytes + tagBytes) return null;
  const payload = bytes.subarray(0, idBytes + randomPartBytes);
  if (!timingSafeEqual(seal(secret, payload), bytes.subarray(payload.length))) return null;
  return { sessionId: uuidOf(payload.subarray(0, idBytes)), token, hash: hashOf(token) };
}
