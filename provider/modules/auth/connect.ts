import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Connected } from '@/lib/contract/connect';
import { serviceLimits } from '@/lib/contract/service-limits';
import { audienceOf } from '@/lib/domain/connect-request';
import type { Actor, RequestContext } from '@/provider/actor';
import { connectCodes, personalTokens, type ConnectCodeRow } from '@/provider/db/schema/accounts';
import { inTransaction, type Transaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import type { BodyOf, Handlers } from '@/provider/middleware/handler';
import { getAccount } from '@/provider/modules/account/queries';
import { countClientLookup, countConnectTry } from '@/provider/modules/auth/limits';
import { findClient, isOwnRedirect, type OauthClient } from '@/provider/modules/auth/oauth-clients';
import { authorizeToken, insertToken, lockTokens } from '@/provider/modules/auth/personal-tokens';
import { planInForce } from '@/provider/policies';
import { Problem } from '@/provider/problem';

const codeBytes = 32;
const codeMs = serviceLimits.connectCodeMinutes * 60_000;

/** The code is random, so a plain hash reveals nothing about it. */
const hashCode = (code: string): string => createHash('sha256').update(code).digest('base64url');

const extension = 'extension';

/** What an approval depends on beyond the choices of the account holder. */
type Program = Pick<ConnectCodeRow, 'name' | 'redirectUri' | 'audience'>;

/**
 * Returns the program of a request. What an OAuth client says about itself is taken from its own document, never from
 * the request. Throws VALIDATION_FAILED, RATE_LIMITED, CLIENT_UNKNOWN or REDIRECT_MISMATCH.
 */
async function findProgram(
  deps: ProviderDeps,
  accountId: string,
  { client, name, redirectUri, resource }: BodyOf<'account.approveConnect'>,
): Promise<Program> {
  if (client === extension) {
    if (redirectUri !== undefined) throw invalid('redirectUri');
    return { name: name.trim(), redirectUri: '', audience: 'api' };
  }
  const audience = audienceOf(resource ?? null, deps.config.appUrl);
  if (audience === null) throw invalid('resource');
  const found = await requireClient(deps, accountId, { client, redirectUri: redirectUri ?? '' });
  return { name: found.name, redirectUri: redirectUri ?? '', audience };
}

const invalid = (path: string): Problem =>
  new Problem('VALIDATION_FAILED', { issues: [{ path, code: 'invalid_value' }] });

/** Finds an OAuth client with this redirect URI. Throws RATE_LIMITED, CLIENT_UNKNOWN or REDIRECT_MISMATCH. */
async function requireClient(
  deps: ProviderDeps,
  accountId: string,
  { client, redirectUri }: { client: string; redirectUri: string },
): Promise<OauthClient> {
  await countClientLookup(deps, accountId);
  const found = await findClient(deps, client, accountId);
  if (!found) throw new Problem('CLIENT_UNKNOWN');
  if (!isOwnRedirect(found, redirectUri)) throw new Problem('REDIRECT_MISMATCH');
  return found;
}

/**
 * Stores the approval of the account holder, and returns the code with which the program gets its token. Throws
 * TOO_MANY_TOKENS and the errors of `findProgram` and `authorizeToken`.
 */
async function approveConnect(
  deps: ProviderDeps,
  actor: Actor,
  input: BodyOf<'account.approveConnect'>,
  context: RequestContext,
): Promise<string> {
  const { accountId } = actor;
  const program = await findProgram(deps, accountId, input);
  const tokenExpiresAt = await authorizeToken(deps, actor, input, context);
  const code = randomBytes(codeBytes).toString('base64url');
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockTokens(tx, deps, accountId))) throw new Problem('TOO_MANY_TOKENS');
    await tx.insert(connectCodes).values({
      hash: hashCode(code),
      accountId,
      client: input.client,
      challenge: input.challenge,
      scope: input.scope,
      ...program,
      fetchesPages: input.fetchesPages ?? input.client === extension,
      tokenExpiresAt,
      expiresAt: new Date(deps.clock().getTime() + codeMs),
    });
  });
  return code;
}

/** A program's request for the token of a code. */
export interface Redemption {
  code: string;
  verifier: string;
  client: string;
  redirectUri: string;
  /** What the program expects the token to be for; null if it does not say. */
  audience: ConnectCodeRow['audience'] | null;
}

/**
 * Redeems a code for a token. Returns null if the code is unknown, expired or used, was approved for another program,
 * or does not belong to the verifier, and if the account has too many tokens or may not have one. A second use of a
 * code revokes the token that the first one gave: one of the two programs has stolen it.
 */
export async function redeemCode(
  deps: ProviderDeps,
  redemption: Redemption,
  context: RequestContext,
): Promise<Connected | null> {
  const isThisCode = eq(connectCodes.hash, hashCode(redemption.code));
  const [found] = await deps.db
    .select({ accountId: connectCodes.accountId })
    .from(connectCodes)
    .where(isThisCode);
  if (!found) return null;
  return inTransaction(deps.db, async (tx) => {
    const hasRoom = await lockTokens(tx, deps, found.accountId);
    // Read under the lock of the account: a concurrent request may have used the code.
    const [approved] = await tx.select().from(connectCodes).where(isThisCode);
    if (!approved) return null;
    if (approved.tokenId !== null) {
      await tx.delete(personalTokens).where(eq(personalTokens.id, approved.tokenId));
      return null;
    }
    const isValid = approved.expiresAt > deps.clock() && hasRoom && isApproved(approved, redemption);
    return isValid ? issueToken(tx, deps, approved, context) : null;
  });
}

const isApproved = (
  { client, redirectUri, audience, challenge }: ConnectCodeRow,
  redemption: Redemption,
): boolean =>
  client === redemption.client &&
  redirectUri === redemption.redirectUri &&
  (redemption.audience ?? audience) === audience &&
  isSame(challenge, hashCode(redemption.verifier));

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

async function issueToken(
  tx: Transaction,
  deps: ProviderDeps,
  { hash, accountId, tokenExpiresAt, ...approved }: ConnectCodeRow,
  context: RequestContext,
): Promise<Connected | null> {
  const account = await getAccount(tx, accountId);
  if (account.suspendedAt) return null;
  const { name, scope, client, audience, fetchesPages } = approved;
  const values = { accountId, name, scope, client, audience, fetchesPages, expiresAt: tokenExpiresAt };
  const { row, token } = await insertToken(tx, deps, values, context);
  await tx.update(connectCodes).set({ tokenId: row.id }).where(eq(connectCodes.hash, hash));
  return {
    token,
    name,
    scope,
    expiresAt: tokenExpiresAt?.toISOString() ?? null,
    account: {
      uuid: account.id,
      name: `${account.firstName} ${account.lastName}`.trim(),
      email: account.email,
      plan: planInForce(account.plan, deps.config),
    },
  };
}

type Ids = 'account.connectClient' | 'account.approveConnect' | 'auth.redeemConnect';

export const connect: Handlers<Ids> = {
  'account.connectClient': async ({ actor, query, deps }) => {
    const { name } = await requireClient(deps, actor.accountId, query);
    return { status: 200, body: { name } };
  },

  'account.approveConnect': async ({ actor, body, context, deps }) => ({
    status: 201,
    body: { code: await approveConnect(deps, actor, body, context) },
  }),

  'auth.redeemConnect': async ({ body, context, deps }) => {
    await countConnectTry(deps, context);
    const redemption = { ...body, client: extension, redirectUri: '', audience: null };
    const connected = await redeemCode(deps, redemption, context);
    if (!connected) throw new Problem('CONNECT_FAILED');
    return { status: 201, body: connected };
  },
};
