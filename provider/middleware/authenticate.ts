import type { Endpoint } from '@/lib/contract/endpoint';
import { contract, type OperationId } from '@/lib/contract/index';
import type { Plan, TokenScope } from '@/lib/contract/account';
import type { Actor } from '@/provider/actor';
import type { Database } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { hashPersonalToken, isPersonalToken } from '@/provider/modules/account/personal-tokens';
import { createAccessTokenVerifier } from '@/provider/modules/auth/access-tokens';
import { readIdempotencyKey } from '@/provider/modules/idempotency/idempotency-keys';
import { isAdministrator, planInForce } from '@/provider/policies';
import { Problem } from '@/provider/problem';

/**
 * Makes equal lookups of one turn of the event loop share one answer: a page asks for several things at once, each in
 * the name of the same session. A lookup begins only after all who share it have asked, so none of them gets an answer
 * that is older than its question.
 */
export function shareLookups<T>(
  look: (key: string) => Promise<T>,
  endOfTurn: (run: () => void) => void = setImmediate,
): (key: string) => Promise<T> {
  const waiting = new Map<string, Promise<T>>();
  return (key) => {
    const known = waiting.get(key);
    if (known) return known;
    const answer = new Promise<T>((resolve, reject) => {
      endOfTurn(() => {
        waiting.delete(key);
        look(key).then(resolve, reject);
      });
    });
    waiting.set(key, answer);
    return answer;
  };
}

export type Authenticate = (request: Request, operation: OperationId) => Promise<Actor>;

const bearerPattern = /^bearer +([\w.~+/=-]{1,4096})$/i;
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface ActorRow {
  account_id: string;
  session_id: string | null;
  token_id: string | null;
  scope: TokenScope | null;
  email_key: string;
  plan: Plan;
  is_admin: boolean;
  verified: boolean;
  suspended: boolean;
  space_id: string | null;
  last_used_at: Date | null;
}

const accountColumns = `
  a.id as account_id, a.email_key, a.plan, a.is_admin, a.email_verified_at is not null as verified,
  a.suspended_at is not null as suspended, x.last_used_at,
  (select s.id from spaces s where s.account_id = a.id and s.id = coalesce($2::uuid, a.current_space_id)) as space_id`;

/** Everything that decides over a call, in one statement that the server has planned once for each connection. */
const bySession = {
  name: 'actor',
  text: `
    select ${accountColumns}, x.id as session_id, null as token_id, null as scope
    from sessions x join accounts a on a.id = x.account_id
    where x.id = $1 and x.account_id = $4 and x.revoked_at is null and x.expires_at > $3`,
};

const byToken = {
  name: 'actor-of-token',
  text: `
    select ${accountColumns}, null as session_id, x.id as token_id, x.scope
    from personal_tokens x join accounts a on a.id = x.account_id
    where x.hash = $1 and (x.expires_at is null or x.expires_at > $3)`,
};

/** The last use is exact to the minute: a write for each request would cost more than the request. */
const useNotedMs = 60_000;

/**
 * Makes the step that turns a bearer token and the `Space-Id` header into an actor. It throws UNAUTHENTICATED,
 * INSUFFICIENT_SCOPE, ACCOUNT_SUSPENDED, OTHER_ACCOUNT or SPACE_NOT_FOUND. A revoked session or token is refused from the next call on.
 */
export function createAuthenticate({ db, clock, config }: ProviderDeps): Authenticate {
  const verify = createAccessTokenVerifier(config.secret);

  async function findActor(token: string, space: string | null): Promise<ActorRow | undefined> {
    const now = clock();
    if (isPersonalToken(token)) {
      const values = [hashPersonalToken(token), space, now];
      return (await db.$client.query<ActorRow>({ ...byToken, values })).rows[0];
    }
    const claims = await verify(token, now);
    if (!claims) return undefined;
    const values = [claims.sessionId, space, now, claims.accountId];
    return (await db.$client.query<ActorRow>({ ...bySession, values })).rows[0];
  }

  // Neither a token nor an id has a space in it.
  const find = shareLookups((key) => {
    const [token = '', space = ''] = key.split(' ');
    return findActor(token, space === '' ? null : space);
  });

  return async (request, operation) => {
    const token = bearerPattern.exec(request.headers.get('authorization') ?? '')?.[1];
    const space = requestedSpace(request, operation);
    const row = token === undefined ? undefined : await find(`${token} ${space ?? ''}`);
    if (!row) throw new Problem('UNAUTHENTICATED');
    if (row.suspended) throw new Problem('ACCOUNT_SUSPENDED');
    if (row.scope !== null) requireScope(row.scope, contract[operation]);
    requireAccount(request, row.account_id);
    if (row.space_id === null) throw new Problem('SPACE_NOT_FOUND');
    const idempotencyKey = readIdempotencyKey(request, contract[operation]);
    await noteUse(db, row, clock());
    return {
      accountId: row.account_id,
      sessionId: row.session_id,
      plan: planInForce(row.plan, config),
      // A leaked token must not administer, even an administrator's.
      isAdmin:
        row.scope === null &&
        isAdministrator(
          { isAdmin: row.is_admin, emailKey: row.email_key, emailVerified: row.verified },
          config,
        ),
      spaceId: row.space_id,
      idempotencyKey,
    };
  };
}

/** Refuses with 409: 403 would make a client sign out. A call for administrators answers 404 to every token instead. */
function requireScope(scope: TokenScope, { method, sessionOnly, audience }: Endpoint): void {
  if (audience === 'admin') return;
  if (sessionOnly || (scope === 'read' && method !== 'GET')) throw new Problem('INSUFFICIENT_SCOPE');
}

/** A client that stored a request says whose it is: by now the session may be of somebody else. */
function requireAccount({ headers }: Request, accountId: string): void {
  const expected = headers.get('account-id');
  if (expected !== null && expected !== accountId) throw new Problem('OTHER_ACCOUNT');
}

async function noteUse(db: Database, row: ActorRow, now: Date): Promise<void> {
  const before = new Date(now.getTime() - useNotedMs);
  if (row.last_used_at && row.last_used_at > before) return;
  // Of many calls at once one writes.
  const [table, id] =
    row.token_id === null ? ['sessions', row.session_id] : ['personal_tokens', row.token_id];
  await db.$client.query({
    name: `use-of-${table}`,
    text: `update ${table} set last_used_at = $2 
      where account_id = $4 and id = $1 and (last_used_at is null or last_used_at <= $3)`,
    values: [id, now, before, row.account_id],
  });
}

// No space has this id, so that a malformed header is answered by the same path as somebody else's space.
const noSpace = '00000000-0000-0000-0000-000000000000';

function requestedSpace(request: Request, operation: OperationId): string | null {
  const header = request.headers.get('space-id');
  // Signing out must work whatever became of the space that a client remembers.
  if (header === null || operation === 'auth.logout') return null;
  return uuidPattern.test(header) ? header : noSpace;
}
