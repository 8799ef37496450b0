import type { OperationId } from '@/lib/contract/index';
import type { Plan } from '@/lib/contract/schemas/account';
import type { Actor } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { isAdministrator } from '@/provider/policies/administrator';
import { planInForce } from '@/provider/policies/plan';
import { Problem } from '@/provider/problem';
import { createAccessTokenVerifier } from '@/provider/services/access-tokens';

export type Authenticate = (request: Request, operation: OperationId) => Promise<Actor>;

const bearerPattern = /^bearer +([\w.~+/=-]{1,4096})$/i;
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface ActorRow {
  account_id: string;
  email_key: string;
  plan: Plan;
  is_admin: boolean;
  verified: boolean;
  suspended: boolean;
  space_id: string | null;
}

/** Everything that decides over a call, in one statement that the server has planned once for each connection. */
const actorStatement = {
  name: 'actor',
  text: `
    select a.id as account_id, a.email_key, a.plan, a.is_admin, a.email_verified_at is not null as verified,
      a.suspended_at is not null as suspended,
      (select s.id from spaces s where s.id = coalesce($2::uuid, a.current_space_id) and s.account_id = a.id) as space_id
    from sessions x join accounts a on a.id = x.account_id
    where x.id = $1 and x.account_id = $4 and x.revoked_at is null and x.expires_at > $3`,
};

/**
 * Makes the step that turns a bearer token and the `Space-Id` header into an actor. It throws UNAUTHENTICATED,
 * ACCOUNT_SUSPENDED or SPACE_NOT_FOUND. A revoked session is refused from the next call on.
 */
export function createAuthenticate({ db, clock, config }: ProviderDeps): Authenticate {
  const verify = createAccessTokenVerifier(config.secret);
  return async (request, operation) => {
    const token = bearerPattern.exec(request.headers.get('authorization') ?? '')?.[1];
    const now = clock();
    const claims = token === undefined ? null : await verify(token, now);
    if (!claims) throw new Problem('UNAUTHENTICATED');
    const { rows } = await db.$client.query<ActorRow>({
      ...actorStatement,
      values: [claims.sessionId, requestedSpace(request, operation), now, claims.accountId],
    });
    const row = rows[0];
    if (!row) throw new Problem('UNAUTHENTICATED');
    if (row.suspended) throw new Problem('ACCOUNT_SUSPENDED');
    if (row.space_id === null) throw new Problem('SPACE_NOT_FOUND');
    return {
      accountId: row.account_id,
      sessionId: claims.sessionId,
      plan: planInForce(row.plan, config),
      isAdmin: isAdministrator(
        { isAdmin: row.is_admin, emailKey: row.email_key, emailVerified: row.verified },
        config,
      ),
      spaceId: row.space_id,
    };
  };
}

// No space has this id, so that a malformed header is answered by the same path as somebody else's space.
const noSpace = '00000000-0000-0000-0000-000000000000';

function requestedSpace(request: Request, operation: OperationId): string | null {
  const header = request.headers.get('space-id');
  // Signing out must work whatever became of the space that a client remembers.
  if (header === null || operation === 'auth.logout') return null;
  return uuidPattern.test(header) ? header : noSpace;
}
