import type { BodyOf } from '@/provider/middleware/handler';
import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { Actor, RequestContext } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
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

/**
 * Creates a token, which is returned only once, and mails the account holder. Throws RATE_LIMITED, VALIDATION_FAILED
 * for a wrong password or an expiry in the past, SIGN_IN_AGAIN, EMAIL_NOT_VERIFIED or TOO_MANY_TOKENS.
 */
export async function createPersonalToken(
  deps: ProviderDeps,
  actor: Actor,
  input: BodyOf<'account.createToken'>,
  context: RequestContext,
): Promise<{ row: PersonalTokenRow; token: string }> {
  const { accountId } = actor;
  await countTokenCreation(deps, context, accountId);
  const holder = await getAccount(deps.db, accountId);
  if (holder.emailVerifiedAt === null) throw new Problem('EMAIL_NOT_VERIFIED');
  await confirmHolder(deps, actor, holder, input.currentPassword, context);
  const now = deps.clock();
  const expiresAt = input.expiresAt ? new Date(input.expiresAt) : null;
  if (expiresAt && expiresAt <= now) {
    throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'expiresAt', code: 'time_in_past' }] });
  }
  const token = prefix + randomBytes(secretBytes).toString('base64url');
  const created = await inTransaction(deps.db, async (tx) => {
    // Locked, so that concurrent requests cannot exceed the limit together.
    const [account] = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('update');
    if (!account) throw new Problem('UNAUTHENTICATED');
    const isActive = or(isNull(personalTokens.expiresAt), gt(personalTokens.expiresAt, now));
    const activeCount = await tx.$count(
      personalTokens,
      and(eq(personalTokens.accountId, accountId), isActive),
    );
    if (activeCount >= serviceLimits.tokensPerAccount) throw new Problem('TOO_MANY_TOKENS');
    const [row] = await tx
      .insert(personalTokens)
      .values({
        id: newId(),
        accountId,
        name: input.name.trim(),
        scope: input.scope,
        hash: hashPersonalToken(token),
        createdAt: now,
        expiresAt,
      })
      .returning();
    if (!row) throw new Error('an inserted token was not returned');
    const content = { kind: 'tokenCreated', at: now.toISOString(), name: row.name } as const;
    await queueMail(tx, deps, { letter: letterTo(holder, content, context.locale), accountId });
    return { row, token };
  });
  return created;
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
