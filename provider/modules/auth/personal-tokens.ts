import type { BodyOf } from '@/provider/middleware/handler';
import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { Actor, RequestContext } from '@/provider/actor';
import { inTransaction, type Transaction } from '@/provider/db/transaction';
import { accounts, personalTokens, type PersonalTokenRow } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { confirmHolder } from '@/provider/modules/auth/credentials';
import { getAccount } from '@/provider/modules/account/queries';
import { countTokenCreation } from '@/provider/modules/auth/limits';
import { letterTo, queueMail } from '@/provider/modules/mail/queue';
import { newId } from '@/provider/db/client';

const prefix = 'mwp_';
const secretBytes = 32;

/** Whether a bearer token has the form of a personal access token. */
export const isPersonalToken = (token: string): boolean => token.startsWith(prefix);

/** Returns the stored hash of a token. The token is random, so a plain hash reveals nothing about it. */
export const hashPersonalToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/**
 * Returns the tokens of an account, newest first, including expired ones, so that users can see why a token stopped
 * working.
 */
export const listPersonalTokens = (
  { db }: Pick<ProviderDeps, 'db'>,
  accountId: string,
): Promise<PersonalTokenRow[]> =>
  db
    .select()
    .from(personalTokens)
    .where(eq(personalTokens.accountId, accountId))
    .orderBy(desc(personalTokens.createdAt), desc(personalTokens.id));

/** Input of a request that leads to a new token, and its confirmation by the account holder. */
type TokenRequest = Pick<BodyOf<'account.createToken'>, 'currentPassword' | 'expiresAt'>;

/**
 * Checks that the caller may create a token with this expiry, which is returned. Throws RATE_LIMITED, VALIDATION_FAILED
 * for a wrong password or an expiry in the past, SIGN_IN_AGAIN or EMAIL_NOT_VERIFIED.
 */
export async function authorizeToken(
  deps: ProviderDeps,
  actor: Actor,
  input: TokenRequest,
  context: RequestContext,
): Promise<Date | null> {
  await countTokenCreation(deps, context, actor.accountId);
  const holder = await getAccount(deps.db, actor.accountId);
  if (holder.emailVerifiedAt === null) throw new Problem('EMAIL_NOT_VERIFIED');
  await confirmHolder(deps, actor, holder, input.currentPassword, context);
  const expiresAt = input.expiresAt ? new Date(input.expiresAt) : null;
  if (expiresAt && expiresAt <= deps.clock()) {
    throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'expiresAt', code: 'time_in_past' }] });
  }
  return expiresAt;
}

/**
 * Locks the account until the end of the transaction, so that concurrent requests cannot exceed the limit together, and
 * returns whether it may have another token. Throws UNAUTHENTICATED if it does not exist.
 */
export async function lockTokens(
  tx: Transaction,
  { clock }: Pick<ProviderDeps, 'clock'>,
  accountId: string,
): Promise<boolean> {
  const [account] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('update');
  if (!account) throw new Problem('UNAUTHENTICATED');
  const isActive = or(isNull(personalTokens.expiresAt), gt(personalTokens.expiresAt, clock()));
  const activeCount = await tx.$count(personalTokens, and(eq(personalTokens.accountId, accountId), isActive));
  return activeCount < serviceLimits.tokensPerAccount;
}

type NewToken = Pick<PersonalTokenRow, 'accountId' | 'name' | 'scope' | 'expiresAt' | 'fetchesPages'> &
  Partial<Pick<PersonalTokenRow, 'client' | 'audience'>>;

/** Inserts a token and mails the account holder. The account must be locked by `lockTokens`. */
export async function insertToken(
  tx: Transaction,
  deps: ProviderDeps,
  values: NewToken,
  { locale }: RequestContext,
): Promise<{ row: PersonalTokenRow; token: string }> {
  const { accountId } = values;
  const token = prefix + randomBytes(secretBytes).toString('base64url');
  const now = deps.clock();
  const [row] = await tx
    .insert(personalTokens)
    .values({ ...values, id: newId(), hash: hashPersonalToken(token), createdAt: now })
    .returning();
  if (!row) throw new Error('an inserted token was not returned');
  const content = { kind: 'tokenCreated', at: now.toISOString(), name: row.name } as const;
  const holder = await getAccount(tx, accountId);
  await queueMail(tx, deps, { letter: letterTo(holder, content, locale), accountId });
  return { row, token };
}

/** Creates a token, which is returned only once. Throws TOO_MANY_TOKENS and the errors of `authorizeToken`. */
export async function createPersonalToken(
  deps: ProviderDeps,
  actor: Actor,
  input: BodyOf<'account.createToken'>,
  context: RequestContext,
): Promise<{ row: PersonalTokenRow; token: string }> {
  const { accountId } = actor;
  const expiresAt = await authorizeToken(deps, actor, input, context);
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockTokens(tx, deps, accountId))) throw new Problem('TOO_MANY_TOKENS');
    const { scope, fetchesPages = true } = input;
    const values = { accountId, name: input.name.trim(), scope, fetchesPages, expiresAt };
    return insertToken(tx, deps, values, context);
  });
}

/** Revokes a token: it is rejected from the next call on. False if the account has no token with this id. */
export async function deletePersonalToken(
  { db }: Pick<ProviderDeps, 'db'>,
  accountId: string,
  id: string,
): Promise<boolean> {
  const deleted = await db
    .delete(personalTokens)
    .where(and(eq(personalTokens.id, id), eq(personalTokens.accountId, accountId)))
    .returning({ id: personalTokens.id });
  return deleted.length > 0;
}
