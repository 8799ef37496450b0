import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Endpoint } from '@/lib/contract/endpoint';
import { contract, type OperationId } from '@/lib/contract/index';
import type { Plan } from '@/lib/contract/account';
import type { TokenScope } from '@/lib/contract/tokens';
import type { Actor, ActorToken, TokenActor } from '@/provider/actor';
import { prepareOnce, type Executor } from '@/provider/db/client';
import { accounts, personalTokens, sessions, type PersonalTokenRow } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { hashPersonalToken, isPersonalToken } from '@/provider/modules/auth/personal-tokens';
import { createAccessTokenVerifier } from '@/provider/modules/auth/access-tokens';
import { readIdempotencyKey } from '@/provider/modules/idempotency/idempotency-keys';
import { isAdministrator, planInForce } from '@/provider/policies';
import { Problem } from '@/provider/problem';

/**
 * Shares the result of equal lookups within one turn of the event loop: a page sends several concurrent requests for
 * the same session. A lookup starts only after all its callers have joined, so no caller gets a result that is older
 * than its call.
 */
export function shareLookups<T>(
  lookUp: (key: string) => Promise<T>,
  endOfTurn: (run: () => void) => void = setImmediate,
): (key: string) => Promise<T> {
  const pending = new Map<string, Promise<T>>();
  return (key) => {
    const known = pending.get(key);
    if (known) return known;
    const result = new Promise<T>((resolve, reject) => {
      endOfTurn(() => {
        pending.delete(key);
        lookUp(key).then(resolve, reject);
      });
    });
    pending.set(key, result);
    return result;
  };
}

export type Authenticate = (request: Request, operation: OperationId) => Promise<Actor>;

const bearerPattern = /^bearer +([\w.~+/=-]{1,4096})$/i;
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type TokenTerms = Pick<PersonalTokenRow, 'scope' | 'audience'>;

interface ActorRow {
  accountId: string;
  sessionId: string | null;
  /** Null for a session. */
  token: (ActorToken & TokenTerms) | null;
  emailKey: string;
  plan: Plan;
  isAdmin: boolean;
  isVerified: boolean;
  isSuspended: boolean;
  spaceId: string | null;
  lastUsedAt: Date | null;
}

const now = sql.placeholder('now');

const accountColumns = {
  accountId: accounts.id,
  emailKey: accounts.emailKey,
  plan: accounts.plan,
  isAdmin: accounts.isAdmin,
  isVerified: sql<boolean>`${accounts.emailVerifiedAt} is not null`,
  isSuspended: sql<boolean>`${accounts.suspendedAt} is not null`,
  spaceId: sql<string | null>`(select s.id from spaces s
    where s.account_id = ${accounts.id} and s.id = coalesce(${sql.placeholder('space')}::uuid, ${accounts.currentSpaceId}))`,
};

/** Reads everything needed to authorize a call, in one statement that is prepared once per connection. */
const bySession = prepareOnce((db) =>
  db
    .select({ ...accountColumns, sessionId: sessions.id, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        eq(sessions.accountId, sql.placeholder('accountId')),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    )
    .prepare('actor'),
);

const byToken = prepareOnce((db) =>
  db
    .select({
      ...accountColumns,
      token: {
        id: personalTokens.id,
        client: personalTokens.client,
        fetchesPages: personalTokens.fetchesPages,
        scope: personalTokens.scope,
        audience: personalTokens.audience,
      },
      lastUsedAt: personalTokens.lastUsedAt,
    })
    .from(personalTokens)
    .innerJoin(accounts, eq(accounts.id, personalTokens.accountId))
    .where(
      and(
        eq(personalTokens.hash, sql.placeholder('hash')),
        or(isNull(personalTokens.expiresAt), gt(personalTokens.expiresAt, now)),
      ),
    )
    .prepare('actor-of-token'),
);

/** Resolution of the last use: a write for each request would cost more than the request. */
const lastUsedResolutionMs = 60_000;

type FindActor = (token: string, space: string | null) => Promise<ActorRow | undefined>;

function createFindActor({ db, clock, config }: ProviderDeps): FindActor {
  const verify = createAccessTokenVerifier(config.secret);

  async function findActor(token: string, space: string | null): Promise<ActorRow | undefined> {
    const at = { space, now: clock() };
    if (isPersonalToken(token)) {
      const [row] = await byToken(db).execute({ hash: hashPersonalToken(token), ...at });
      return row && { ...row, sessionId: null };
    }
    const claims = await verify(token, at.now);
    if (!claims) return undefined;
    const { sessionId, accountId } = claims;
    const [row] = await bySession(db).execute({ sessionId, accountId, ...at });
    return row && { ...row, token: null };
  }

  // Neither a token nor an id contains a space character.
  const find = shareLookups((key) => {
    const [token = '', space = ''] = key.split(' ');
    return findActor(token, space === '' ? null : space);
  });
  return (token, space) => find(`${token} ${space ?? ''}`);
}

const bearerTokenOf = ({ headers }: Request): string | undefined =>
  bearerPattern.exec(headers.get('authorization') ?? '')?.[1];

/**
 * Creates the step that resolves a bearer token and the `Space-Id` header to an actor. It throws UNAUTHENTICATED,
 * INSUFFICIENT_SCOPE, ACCOUNT_SUSPENDED, OTHER_ACCOUNT or SPACE_NOT_FOUND. A revoked session or token is rejected from
 * the next call on.
 */
export function createAuthenticate(deps: ProviderDeps): Authenticate {
  const { db, clock, config } = deps;
  const find = createFindActor(deps);
  return async (request, operation) => {
    const token = bearerTokenOf(request);
    const space = requestedSpace(request, operation);
    const row = token === undefined ? undefined : await find(token, space);
    if (!row) throw new Problem('UNAUTHENTICATED');
    if (row.isSuspended) throw new Problem('ACCOUNT_SUSPENDED');
    if (row.token) requireScope(row.token, contract[operation]);
    requireAccount(request, row.accountId);
    if (row.spaceId === null) throw new Problem('SPACE_NOT_FOUND');
    const idempotencyKey = readIdempotencyKey(request, contract[operation]);
    await updateLastUsed(db, row, clock());
    return {
      accountId: row.accountId,
      sessionId: row.sessionId,
      token: row.token,
      plan: planInForce(row.plan, config),
      // A leaked token must not grant administration, even if it belongs to an administrator.
      isAdmin:
        row.token === null &&
        isAdministrator(
          { isAdmin: row.isAdmin, emailKey: row.emailKey, emailVerified: row.isVerified },
          config,
        ),
      spaceId: row.spaceId,
      idempotencyKey,
    };
  };
}

/** An assistant: an account by one of its personal access tokens. */
export interface Assistant {
  readonly actor: TokenActor;
  readonly scope: TokenScope;
}

/**
 * Creates the step that resolves a personal access token to an assistant, in the current space of the account. The token
 * was created in the settings, or for assistants. It throws UNAUTHENTICATED, also for the token of a session or of
 * another program, and ACCOUNT_SUSPENDED.
 */
export function createAuthenticateAssistant(deps: ProviderDeps): (request: Request) => Promise<Assistant> {
  const { db, clock, config } = deps;
  const find = createFindActor(deps);
  return async (request) => {
    const token = bearerTokenOf(request);
    const row = token === undefined ? undefined : await find(token, null);
    const isForAssistants = row?.token?.audience === 'mcp' || row?.token?.client === null;
    if (!row?.token || row.spaceId === null || !isForAssistants) throw new Problem('UNAUTHENTICATED');
    if (row.isSuspended) throw new Problem('ACCOUNT_SUSPENDED');
    await updateLastUsed(db, row, clock());
    const actor = {
      accountId: row.accountId,
      sessionId: null,
      token: row.token,
      plan: planInForce(row.plan, config),
      isAdmin: false,
      spaceId: row.spaceId,
      idempotencyKey: null,
    };
    return { actor, scope: row.token.scope };
  };
}

/** Rejects with 409: 403 would make a client sign out. Administrator operations return 404 for every token instead. */
function requireScope(
  { scope, audience: resource }: TokenTerms,
  { method, sessionOnly, audience }: Endpoint,
): void {
  if (audience === 'admin') return;
  const isAllowed = resource === 'api' && !sessionOnly && (scope === 'write' || method === 'GET');
  if (!isAllowed) throw new Problem('INSUFFICIENT_SCOPE');
}

/** Checks the `Account-Id` of a queued request: the session may belong to another account by now. */
function requireAccount({ headers }: Request, accountId: string): void {
  const expected = headers.get('account-id');
  if (expected !== null && expected !== accountId) throw new Problem('OTHER_ACCOUNT');
}

async function updateLastUsed(db: Executor, row: ActorRow, usedAt: Date): Promise<void> {
  const before = new Date(usedAt.getTime() - lastUsedResolutionMs);
  if (row.lastUsedAt && row.lastUsedAt > before) return;
  const table = row.token === null ? sessions : personalTokens;
  const id = row.token?.id ?? row.sessionId ?? '';
  // Only one of several concurrent calls writes.
  await db
    .update(table)
    .set({ lastUsedAt: usedAt })
    .where(
      and(
        eq(table.accountId, row.accountId),
        eq(table.id, id),
        or(isNull(table.lastUsedAt), lte(table.lastUsedAt, before)),
      ),
    );
}

// Matches no space, so that a malformed header is handled like the space of another account.
const noSpace = '00000000-0000-0000-0000-000000000000';

function requestedSpace(request: Request, operation: OperationId): string | null {
  const header = request.headers.get('space-id');
  // Signing out must succeed even if the space in the header no longer exists.
  if (header === null || operation === 'auth.logout') return null;
  return uuidPattern.test(header) ? header : noSpace;
}
