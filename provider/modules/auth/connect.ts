import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Connected } from '@/lib/contract/connect';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { Actor, RequestContext } from '@/provider/actor';
import { connectCodes, personalTokens, type ConnectCodeRow } from '@/provider/db/schema/accounts';
import { inTransaction, type Transaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import type { BodyOf, Handlers } from '@/provider/middleware/handler';
import { getAccount } from '@/provider/modules/account/queries';
import { countConnectTry } from '@/provider/modules/auth/limits';
import { authorizeToken, insertToken, lockTokens } from '@/provider/modules/auth/personal-tokens';
import { planInForce } from '@/provider/policies';
import { Problem } from '@/provider/problem';

const codeBytes = 32;
const codeMs = serviceLimits.connectCodeMinutes * 60_000;

/** The code is random, so a plain hash reveals nothing about it. */
const hashCode = (code: string): string => createHash('sha256').update(code).digest('base64url');

/**
 * Stores the approval of the account holder, and returns the code with which the program gets its token. Throws
 * TOO_MANY_TOKENS and the errors of `authorizeToken`.
 */
async function approveConnect(
  deps: ProviderDeps,
  actor: Actor,
  input: BodyOf<'account.approveConnect'>,
  context: RequestContext,
): Promise<string> {
  const { accountId } = actor;
  const tokenExpiresAt = await authorizeToken(deps, actor, input, context);
  const code = randomBytes(codeBytes).toString('base64url');
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockTokens(tx, deps, accountId))) throw new Problem('TOO_MANY_TOKENS');
    await tx.insert(connectCodes).values({
      hash: hashCode(code),
      accountId,
      client: input.client,
      redirectUri: '',
      challenge: input.challenge,
      name: input.name.trim(),
      scope: input.scope,
      audience: 'api',
      fetchesPages: input.fetchesPages ?? true,
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

const isApproved = ({ client, redirectUri, challenge }: ConnectCodeRow, redemption: Redemption): boolean =>
  client === redemption.client &&
  redirectUri === redemption.redirectUri &&
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

export const connect: Handlers<'account.approveConnect' | 'auth.redeemConnect'> = {
  'account.approveConnect': async ({ actor, body, context, deps }) => ({
    status: 201,
    body: { code: await approveConnect(deps, actor, body, context) },
  }),

  'auth.redeemConnect': async ({ body, context, deps }) => {
    await countConnectTry(deps, context);
    const redemption = { ...body, client: 'extension', redirectUri: '' };
    const connected = await redeemCode(deps, redemption, context);
    if (!connected) throw new Problem('CONNECT_FAILED');
    return { status: 201, body: connected };
  },
};
