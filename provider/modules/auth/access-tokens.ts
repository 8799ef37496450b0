import { hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

/** Claims of an access token; the session row decides whether it is still valid. */
export interface AccessClaims {
  accountId: string;
  sessionId: string;
  isAdmin: boolean;
  /** Seconds since 1970. */
  expiresAt: number;
}

export const accessTokenSeconds = 15 * 60;

const algorithm = 'HS256';
const type = 'at+jwt';
const issuer = 'markwell';
const audience = 'markwell:api';
const cacheSize = 2_000;

/**
 * One secret serves several purposes; each has a separate derived key, so that tokens of one kind cannot be used as
 * another.
 */
const deriveKey = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'markwell access token 1', 32));

/**
 * Signs an access token with a lifetime of fifteen minutes. The client may read `exp` and `isAdmin`; only the provider
 * trusts them.
 */
export async function signAccessToken(
  secret: string,
  claims: Omit<AccessClaims, 'expiresAt'>,
  now: Date,
): Promise<{ token: string; expires: Date }> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const expiresAt = issuedAt + accessTokenSeconds;
  const token = await new SignJWT({ sid: claims.sessionId, isAdmin: claims.isAdmin })
    .setProtectedHeader({ alg: algorithm, typ: type })
    .setSubject(claims.accountId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(deriveKey(secret));
  return { token, expires: new Date(expiresAt * 1000) };
}

export type VerifyAccessToken = (token: string, now: Date) => Promise<AccessClaims | null>;

/**
 * Creates a verifier of access tokens: fixed algorithm, type, issuer and audience; headers such as `kid` and `jku` are
 * ignored. The result for a valid signature is cached, since it depends on the token alone; the expiry is checked at
 * every call. Returns null for an invalid token.
 */
export function createAccessTokenVerifier(secret: string): VerifyAccessToken {
  const key = deriveKey(secret);
  const verified = new LRUCache<string, AccessClaims>({ max: cacheSize });
  return async (token, now) => {
    let claims = verified.get(token);
    if (!claims) {
      const fresh = await verify(token, key, now);
      if (!fresh) return null;
      claims = fresh;
      verified.set(token, claims);
    }
    return claims.expiresAt * 1000 > now.getTime() ? claims : null;
  };
}

async function verify(token: string, key: Uint8Array, now: Date): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ: type,
      issuer,
      audience,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp'],
    });
    const { sub, sid, exp, isAdmin } = payload;
    if (typeof sub !== 'string' || typeof sid !== 'string') return null;
    // JSON allows 1e999, which is parsed as Infinity: such a token would never expire.
    if (exp === undefined || !Number.isFinite(exp)) return null;
    return { accountId: sub, sessionId: sid, expiresAt: exp, isAdmin: isAdmin === true };
  } catch {
    return null;
  }
}
