import { and, eq, isNull, ne } from 'drizzle-orm';
import type { RequestContext } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { sessions } from '@/provider/db/schema/accounts';
import { isAccountAdministrator } from '@/provider/policies/administrator';
import { Problem } from '@/provider/problem';
import { findAccount, type AccountRecord } from '@/provider/services/accounts';
import { signAccessToken } from '@/provider/services/access-tokens';
import { countRefresh } from '@/provider/services/auth-limits';
import { newId } from '@/provider/services/new-id';
import {
  issueRefreshToken,
  nextRefreshToken,
  readRefreshToken,
  type RefreshToken,
} from '@/provider/services/refresh-tokens';

type ClientInfo = Pick<RequestContext, 'userAgent' | 'address' | 'browser'>;

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
/** A session that is not used for this long is over. */
const idleMs = 30 * dayMs;
/** However much it is used, a session ends after this time. */
const lifetimeMs = 180 * dayMs;

/** How long after an exchange the same one may be repeated. */
const graceMs = 60_000;

const isRecent = (rotatedAt: Date | null, now: Date): boolean =>
  rotatedAt !== null && now.getTime() - rotatedAt.getTime() < graceMs;

const expiryAt = (now: Date, createdAt: Date): Date =>
  new Date(Math.min(now.getTime() + idleMs, createdAt.getTime() + lifetimeMs));

/** Opens a session for an account that has proved who it is, and does with it what has to happen with it. */
export async function startSession(
  deps: ProviderDeps,
  account: AccountRecord,
  context: ClientInfo,
  also?: (tx: Executor) => Promise<void>,
): Promise<SignedInAccount> {
  if (!also) return insertSession(deps.db, deps, account, context);
  return deps.db.transaction(async (tx) => {
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
  const refresh = issueRefreshToken(deps.config.secret, newId());
  const expires = expiryAt(now, now);
  await tx.insert(sessions).values({
    id: refresh.sessionId,
    accountId: account.id,
    refreshHash: refresh.hash,
    userAgent: context.userAgent,
    address: context.address,
    browser: context.browser,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: expires,
  });
  return withTokens(deps, account, refresh.sessionId, { token: refresh.token, expires }, now);
}

/**
 * Ends every session of an account and starts a new one for the caller, so that copies of the caller's own tokens stop
 * working too.
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
 * Exchanges a refresh token for new tokens. The same exchange again within a minute gives the same refresh token:
 * requests of one browser may reach several processes at once. Any other token that is not the newest of its session was
 * copied: the whole session ends, for both holders. Throws UNAUTHENTICATED, ACCOUNT_SUSPENDED or RATE_LIMITED.
 */
export async function rotateSession(
  deps: ProviderDeps,
  token: string,
  context: Pick<RequestContext, 'requestId' | 'address'>,
): Promise<SignedInAccount> {
  const presented = readRefreshToken(deps.config.secret, token);
  await countRefresh(deps, context, presented?.sessionId ?? 'invented');
  if (!presented) throw new Problem('UNAUTHENTICATED');
  const now = deps.clock();
  const next = nextRefreshToken(deps.config.secret, presented);
  const outcome = await exchange(deps, presented, next, now, context.requestId);
  if (!outcome) throw new Problem('UNAUTHENTICATED');
  const account = await findAccount(deps.db, outcome.accountId);
  if (!account) throw new Problem('UNAUTHENTICATED');
  if (account.suspendedAt) throw new Problem('ACCOUNT_SUSPENDED');
  return withTokens(deps, account, next.sessionId, { token: next.token, expires: outcome.expires }, now);
}

/** Replaces the newest token of a session by the next one; null when the session is over or ends here. */
function exchange(
  deps: ProviderDeps,
  presented: RefreshToken,
  next: RefreshToken,
  now: Date,
  requestId: string,
): Promise<{ accountId: string; expires: Date } | null> {
  return deps.db.transaction(async (tx) => {
    const [session] = await tx
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, presented.sessionId), isNull(sessions.revokedAt)))
      .for('update');
    if (!session || session.expiresAt <= now) return null;
    const isThisSession = eq(sessions.id, session.id);
    const isRepeated = session.refreshHash === next.hash && isRecent(session.rotatedAt, now);
    if (isRepeated) return { accountId: session.accountId, expires: session.expiresAt };
    if (session.refreshHash !== presented.hash) {
      await tx.update(sessions).set({ revokedAt: now }).where(isThisSession);
      deps.log.warn({ requestId, session: session.id }, 'refresh token used twice, session ended');
      return null;
    }
    const expires = expiryAt(now, session.createdAt);
    const { hash: refreshHash } = next;
    await tx
      .update(sessions)
      .set({ refreshHash, rotatedAt: now, lastUsedAt: now, expiresAt: expires })
      .where(isThisSession);
    return { accountId: session.accountId, expires };
  });
}

/** Ends a session: its access tokens are refused from the next call on. */
export async function endSession(deps: Pick<ProviderDeps, 'db' | 'clock'>, sessionId: string): Promise<void> {
  await deps.db
    .update(sessions)
    .set({ revokedAt: deps.clock() })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
}

/** Ends every session of an account, or all but one. */
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
