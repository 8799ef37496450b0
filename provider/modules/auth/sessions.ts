import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { RequestContext } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
import { newId, type Executor } from '@/provider/db/client';
import { sessions } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { findAccount, type AccountRecord } from '@/provider/modules/account/queries';
import { signAccessToken } from '@/provider/modules/auth/access-tokens';
import { countRefresh } from '@/provider/modules/auth/limits';
import { isAccountAdministrator } from '@/provider/policies';
import { Problem } from '@/provider/problem';

const prefix = 'mwr_';
/** Ids of the account and of the session. */
const idsBytes = 32;
const randomPartBytes = 32;
const tagBytes = 16;

const deriveKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'markwell refresh token 1', 32));

const deriveNextTokenKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'markwell next refresh token 1', 32));

const seal = (secret: string, payload: Buffer): Buffer =>
  createHmac('sha256', deriveKey(secret)).update(payload).digest().subarray(0, tagBytes);

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

interface SessionKey {
  accountId: string;
  sessionId: string;
}

interface RefreshToken extends SessionKey {
  token: string;
  /** Stored instead of the token. */
  hash: string;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Creates a refresh token of a session: 256 random bits, the ids of the account and the session, and a seal. The seal
 * distinguishes a token that was issued, whose second use must end the session, from a forged one, which must not.
 */
export const issueRefreshToken = (secret: string, session: SessionKey): RefreshToken =>
  sealed(secret, session, randomBytes(randomPartBytes));

function sealed(secret: string, { accountId, sessionId }: SessionKey, randomPart: Buffer): RefreshToken {
  const payload = Buffer.concat([bytesOf(accountId), bytesOf(sessionId), randomPart]);
  const token = prefix + Buffer.concat([payload, seal(secret, payload)]).toString('base64url');
  return { accountId, sessionId, token, hash: hashOf(token) };
}

/**
 * Derives the successor of a refresh token. It depends on that token and the secret alone, so that processes that
 * exchange the same token concurrently return the same successor; it cannot be computed without the secret.
 */
function nextRefreshToken(secret: string, { token, ...session }: RefreshToken): RefreshToken {
  const randomPart = createHmac('sha256', deriveNextTokenKey(secret)).update(token).digest();
  return sealed(secret, session, randomPart);
}

/** Parses a token that this service has issued; null for anything else. */
export function readRefreshToken(secret: string, token: string): RefreshToken | null {
  if (!token.startsWith(prefix)) return null;
  const bytes = Buffer.from(token.slice(prefix.length), 'base64url');
  if (bytes.length !== idsBytes + randomPartBytes + tagBytes) return null;
  const payload = bytes.subarray(0, idsBytes + randomPartBytes);
  if (!timingSafeEqual(seal(secret, payload), bytes.subarray(payload.length))) return null;
  return {
    accountId: uuidOf(payload.subarray(0, 16)),
    sessionId: uuidOf(payload.subarray(16, idsBytes)),
    token,
    hash: hashOf(token),
  };
}

type ClientInfo = Pick<RequestContext, 'userAgent' | 'address' | 'country' | 'browser'>;

interface IssuedToken {
  token: string;
  expires: Date;
}

export interface IssuedTokens {
  access: IssuedToken;
  refresh: IssuedToken;
}

export interface SignedInAccount {
  tokens: IssuedTokens;
  account: AccountRecord;
}

const dayMs = 24 * 60 * 60 * 1000;
/** A session expires after this time without use. */
const idleMs = 30 * dayMs;
/** Maximum lifetime of a session, regardless of its use. */
const lifetimeMs = 180 * dayMs;

/** How long after an exchange the same exchange may be repeated. */
const graceMs = 60_000;

const isRecent = (rotatedAt: Date | null, now: Date): boolean =>
  rotatedAt !== null && now.getTime() - rotatedAt.getTime() < graceMs;

const expiryAt = (now: Date, createdAt: Date): Date =>
  new Date(Math.min(now.getTime() + idleMs, createdAt.getTime() + lifetimeMs));

/** Opens a session for an authenticated account, and runs `also` in the same transaction. */
export async function startSession(
  deps: ProviderDeps,
  account: AccountRecord,
  context: ClientInfo,
  also?: (tx: Executor) => Promise<void>,
): Promise<SignedInAccount> {
  if (!also) return insertSession(deps.db, deps, account, context);
  return inTransaction(deps.db, async (tx) => {
    const signedIn = await insertSession(tx, deps, account, context);
    await also(tx);
    return signedIn;
  });
}

async function insertSession(
  tx: Executor,
  deps: ProviderDeps,
  account: AccountRecord,
  context: ClientInfo,
): Promise<SignedInAccount> {
  const now = deps.clock();
  const refresh = issueRefreshToken(deps.config.secret, {
    accountId: account.id,
    sessionId: newId(),
  });
  const expires = expiryAt(now, now);
  await tx.insert(sessions).values({
    id: refresh.sessionId,
    accountId: account.id,
    refreshHash: refresh.hash,
    userAgent: context.userAgent,
    address: context.address,
    country: context.country,
    browser: context.browser,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: expires,
  });
  return withTokens(deps, account, refresh.sessionId, { token: refresh.token, expires }, now);
}

/**
 * Ends every session of an account and starts a new one for the caller, so that copies of the caller's tokens become
 * invalid too.
 */
export async function replaceSessions(
  tx: Executor,
  deps: ProviderDeps,
  account: AccountRecord,
  context: ClientInfo,
): Promise<SignedInAccount> {
  await endSessions(tx, deps, account.id);
  return insertSession(tx, deps, account, context);
}

/**
 * Exchanges a refresh token for new tokens. Repeating an exchange within a minute returns the same refresh token,
 * because requests of one browser may reach several processes concurrently. Any other token that is not the newest of
 * its session was copied: the whole session ends, for both holders. Throws REFRESH_FAILED, ACCOUNT_SUSPENDED or
 * RATE_LIMITED.
 */
export async function rotateSession(
  deps: ProviderDeps,
  token: string,
  context: Pick<RequestContext, 'requestId' | 'address' | 'country'>,
): Promise<SignedInAccount> {
  const presentedToken = readRefreshToken(deps.config.secret, token);
  await countRefresh(deps, context, presentedToken?.sessionId ?? 'invented');
  if (!presentedToken) throw new Problem('REFRESH_FAILED');
  const now = deps.clock();
  const next = nextRefreshToken(deps.config.secret, presentedToken);
  const outcome = await exchange(deps, presentedToken, next, now, context);
  if (!outcome) throw new Problem('REFRESH_FAILED');
  const account = await findAccount(deps.db, outcome.accountId);
  if (!account) throw new Problem('REFRESH_FAILED');
  if (account.suspendedAt) throw new Problem('ACCOUNT_SUSPENDED');
  return withTokens(deps, account, next.sessionId, { token: next.token, expires: outcome.expires }, now);
}

/** Replaces the newest token of a session by its successor; null if the session has ended or ends now. */
function exchange(
  deps: ProviderDeps,
  presentedToken: RefreshToken,
  next: RefreshToken,
  now: Date,
  { requestId, address, country }: Pick<RequestContext, 'requestId' | 'address' | 'country'>,
): Promise<{ accountId: string; expires: Date } | null> {
  return inTransaction(deps.db, async (tx) => {
    const [session] = await tx
      .select()
      .from(sessions)
      .where(
        and(
          eq(sessions.accountId, presentedToken.accountId),
          eq(sessions.id, presentedToken.sessionId),
          isNull(sessions.revokedAt),
        ),
      )
      .for('update');
    if (!session || session.expiresAt <= now) return null;
    const isThisSession = and(eq(sessions.accountId, session.accountId), eq(sessions.id, session.id));
    const isRepeated = session.refreshHash === next.hash && isRecent(session.rotatedAt, now);
    if (isRepeated) return { accountId: session.accountId, expires: session.expiresAt };
    if (session.refreshHash !== presentedToken.hash) {
      await tx.update(sessions).set({ revokedAt: now }).where(isThisSession);
      deps.log.warn({ requestId, session: session.id }, 'refresh token used twice, session ended');
      return null;
    }
    const expires = expiryAt(now, session.createdAt);
    const { hash: refreshHash } = next;
    // A request without a trusted address says nothing about where the session is now.
    const place = address === '' ? {} : { address, country };
    await tx
      .update(sessions)
      .set({ refreshHash, ...place, rotatedAt: now, lastUsedAt: now, expiresAt: expires })
      .where(isThisSession);
    return { accountId: session.accountId, expires };
  });
}

/** Ends a session: its access tokens are rejected from the next call on. */
export async function endSession(
  deps: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId, sessionId }: SessionKey,
): Promise<void> {
  await deps.db
    .update(sessions)
    .set({ revokedAt: deps.clock() })
    .where(and(eq(sessions.accountId, accountId), eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
}

/** Ends every session of an account, optionally except one. */
export async function endSessions(
  tx: Executor,
  { clock }: Pick<ProviderDeps, 'clock'>,
  accountId: string,
  exceptId?: string,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: clock() })
    .where(
      and(
        eq(sessions.accountId, accountId),
        isNull(sessions.revokedAt),
        exceptId === undefined ? undefined : ne(sessions.id, exceptId),
      ),
    );
}

async function withTokens(
  deps: ProviderDeps,
  account: AccountRecord,
  sessionId: string,
  refresh: IssuedToken,
  now: Date,
): Promise<SignedInAccount> {
  const isAdmin = isAccountAdministrator(account, deps.config);
  const access = await signAccessToken(
    deps.config.secret,
    { accountId: account.id, sessionId, isAdmin },
    now,
  );
  return { tokens: { access, refresh }, account };
}
