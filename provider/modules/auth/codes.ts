import type { BodyOf } from '@/provider/middleware/handler';
import type { z } from 'zod';
import type { Language, ResettableAccess } from '@/lib/contract/account';
import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm';
import { limits } from '@/lib/contract/limits';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { RequestContext } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
import type { Executor } from '@/provider/db/client';
import {
  accounts,
  connectCodes,
  emailCodes,
  identities,
  personalTokens,
  type AccountRow,
} from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { findAccountByEmail, getAccount } from '@/provider/modules/account/queries';
import { countCodeRequest, countCodeTry, type CodePurpose } from '@/provider/modules/auth/limits';
import { hashPassword, rejectCommonPassword } from '@/provider/modules/auth/passwords';
import { endSessions } from '@/provider/modules/auth/sessions';
import { letterTo, queueMail } from '@/provider/modules/mail/queue';
import { emailKey } from '@/provider/policies';
import { Problem } from '@/provider/problem';

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'config'>;

export interface CodeRequest {
  purpose: CodePurpose;
  email: string;
  /** Null if no code can be issued for the address: see [Note: Same work for unknown addresses]. */
  account: AccountRow | null;
  locale: Language;
  /** The requesting browser: the code is valid only there. */
  browser: string;
}

const lifeMs = serviceLimits.codeMinutes * 60_000;

const keyedHash = (secret: string, ...parts: string[]): string => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'markwell email code 1', 32));
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
};

const subjectOf = (secret: string, email: string): string => keyedHash(secret, 'subject', emailKey(email));

const hashOf = (secret: string, purpose: CodePurpose, subject: string, code: string): string =>
  keyedHash(secret, 'code', purpose, subject, code);

const newCode = (): string =>
  String(randomInt(10 ** serviceLimits.codeDigits)).padStart(serviceLimits.codeDigits, '0');

/**
 * Creates a code for one browser and queues its mail; the previous code of the same browser becomes invalid. Throws
 * RATE_LIMITED while that one is younger than a minute, unless `isFirst`: a new account always gets its code.
 */
export async function mailCode(
  tx: Executor,
  deps: Deps,
  { purpose, email, account, locale, browser }: CodeRequest,
  isFirst = false,
): Promise<void> {
  const { secret, rateLimitScale } = deps.config;
  const now = deps.clock();
  const waitMs = (limits.codeResendSeconds * 1000) / rateLimitScale;
  const subject = subjectOf(secret, email);
  const code = newCode();
  const newValues = {
    accountId: account?.id ?? null,
    hash: hashOf(secret, purpose, subject, code),
    tries: 0,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  };
  const written = await tx
    .insert(emailCodes)
    .values({ subject, purpose, browser, ...newValues })
    .onConflictDoUpdate({
      target: [emailCodes.subject, emailCodes.purpose, emailCodes.browser],
      set: newValues,
      ...(!isFirst && { setWhere: lte(emailCodes.createdAt, new Date(now.getTime() - waitMs)) }),
    })
    .returning({ subject: emailCodes.subject });
  if (written.length === 0)
    throw await tooSoon(tx, isCode(subject, purpose, browser), now.getTime() - waitMs);
  const letter = account && letterTo(account, { kind: purpose, code }, locale);
  await queueMail(tx, deps, { letter, accountId: newValues.accountId, expiresAt: newValues.expiresAt });
}

const isCode = (subject: string, purpose: CodePurpose, browser: string) =>
  and(eq(emailCodes.subject, subject), eq(emailCodes.purpose, purpose), eq(emailCodes.browser, browser));

async function tooSoon(
  tx: Executor,
  isThisCode: ReturnType<typeof isCode>,
  allowedMs: number,
): Promise<Problem> {
  const [stored] = await tx.select({ createdAt: emailCodes.createdAt }).from(emailCodes).where(isThisCode);
  const seconds = Math.ceil(((stored?.createdAt.getTime() ?? allowedMs) - allowedMs) / 1000);
  return new Problem('RATE_LIMITED', { headers: { 'retry-after': String(Math.max(1, seconds)) } });
}

export interface Redemption {
  purpose: CodePurpose;
  email: string;
  code: string;
  browser: string;
}

/** Counts an attempt, and finds the valid code that it presents. Throws INVALID_CODE. */
async function matchCode(deps: Deps, { purpose, email, code, browser }: Redemption) {
  const { secret } = deps.config;
  const subject = subjectOf(secret, email);
  const isThisCode = isCode(subject, purpose, browser);
  const [stored] = await deps.db
    .update(emailCodes)
    .set({ tries: sql`${emailCodes.tries} + 1` })
    .where(
      and(isThisCode, gt(emailCodes.expiresAt, deps.clock()), lt(emailCodes.tries, serviceLimits.codeTries)),
    )
    .returning();
  const presented = hashOf(secret, purpose, subject, code);
  const matches = stored !== undefined && timingSafeEqual(Buffer.from(presented), Buffer.from(stored.hash));
  const accountId = stored?.accountId ?? null;
  if (!matches || accountId === null) throw new Problem('INVALID_CODE');
  return { subject, isThisCode, hash: stored.hash, accountId };
}

/**
 * Verifies a code, and runs `effect` for its account in the transaction that deletes the code. Every attempt counts,
 * including successful ones. Throws INVALID_CODE for an unknown address and for a code that is wrong, used, replaced,
 * expired, tried too often or requested by another browser.
 */
export async function redeemCode(
  deps: Deps & Pick<ProviderDeps, 'db'>,
  { purpose, email, code, browser }: Redemption,
  effect: (tx: Executor, accountId: string) => Promise<void>,
): Promise<void> {
  const { subject, isThisCode, hash, accountId } = await matchCode(deps, { purpose, email, code, browser });
  await inTransaction(deps.db, async (tx) => {
    const used = await tx
      .delete(emailCodes)
      .where(and(isThisCode, eq(emailCodes.hash, hash)))
      .returning({ subject: emailCodes.subject });
    // A concurrent request has redeemed the same code.
    if (used.length === 0) throw new Problem('INVALID_CODE');
    // Codes requested by other browsers become invalid too.
    await tx.delete(emailCodes).where(and(eq(emailCodes.subject, subject), eq(emailCodes.purpose, purpose)));
    await effect(tx, accountId);
  });
}

/** Marks an address as verified. Throws RATE_LIMITED or INVALID_CODE. */
export async function verifyEmail(
  deps: ProviderDeps,
  { email, code }: { email: string; code: string },
  context: RequestContext,
): Promise<void> {
  await countCodeTry(deps, context, 'verification', email);
  await redeemCode(
    deps,
    { purpose: 'verification', email, code, browser: context.browser },
    async (tx, accountId) => {
      await tx.update(accounts).set({ emailVerifiedAt: deps.clock() }).where(eq(accounts.id, accountId));
    },
  );
}

/**
 * Mails a new verification code to an unverified address; the response is the same for any other address. Throws
 * RATE_LIMITED, also for unknown addresses.
 */
export async function resendVerification(
  deps: ProviderDeps,
  email: string,
  context: RequestContext,
): Promise<void> {
  await countCodeRequest(deps, context, 'verification', email);
  const found = await findAccountByEmail(deps.db, email);
  const account = found?.emailVerifiedAt === null ? found : null;
  const request = {
    purpose: 'verification',
    email,
    account,
    locale: context.locale,
    browser: context.browser,
  } as const;
  await inTransaction(deps.db, (tx) => mailCode(tx, deps, request));
}

/** Mails a new verification code to the account's own address, unless it is verified. Throws RATE_LIMITED. */
export async function resendOwnVerification(
  deps: ProviderDeps,
  accountId: string,
  context: RequestContext,
): Promise<void> {
  const { email, emailVerifiedAt } = await getAccount(deps.db, accountId);
  if (emailVerifiedAt === null) await resendVerification(deps, email, context);
}

/** Mails a password reset code if the address has an account; the response is the same if not. Throws RATE_LIMITED. */
export async function forgotPassword(
  deps: ProviderDeps,
  email: string,
  context: RequestContext,
): Promise<void> {
  await countCodeRequest(deps, context, 'reset', email);
  const account = await findAccountByEmail(deps.db, email);
  const request = {
    purpose: 'reset',
    email,
    account,
    locale: context.locale,
    browser: context.browser,
  } as const;
  await inTransaction(deps.db, (tx) => mailCode(tx, deps, request));
}

/**
 * Checks a code for a new password without using it up, and returns the access that the reset would end. Only a person
 * with the code learns it. Throws RATE_LIMITED or INVALID_CODE.
 */
export async function checkResetCode(
  deps: ProviderDeps,
  { email, code }: { email: string; code: string },
  context: RequestContext,
): Promise<z.output<typeof ResettableAccess>> {
  await countCodeTry(deps, context, 'reset', email);
  const redemption = { purpose: 'reset', email, code, browser: context.browser } as const;
  const { isThisCode, hash, accountId } = await matchCode(deps, redemption);
  // The attempt was right, so that of the reset remains.
  await deps.db
    .update(emailCodes)
    .set({ tries: sql`${emailCodes.tries} - 1` })
    .where(and(isThisCode, eq(emailCodes.hash, hash)));
  const { passwordHash, oauth } = await getAccount(deps.db, accountId);
  const tokens = await deps.db.$count(personalTokens, eq(personalTokens.accountId, accountId));
  return { tokens, google: passwordHash !== null && oauth.length > 0 };
}

/**
 * Sets a new password with a mailed code, which also verifies the address, and ends all sessions and, unless
 * `keepAccess` is set, all other access. Throws RATE_LIMITED, VALIDATION_FAILED for a common password, or INVALID_CODE.
 */
export async function resetPassword(
  deps: ProviderDeps,
  { email, code, password, keepAccess = false }: BodyOf<'auth.resetPassword'>,
  context: RequestContext,
): Promise<void> {
  await countCodeTry(deps, context, 'reset', email);
  rejectCommonPassword(password);
  // Before the code is verified, so that the response time does not depend on whether it is right.
  const passwordHash = await hashPassword(password);
  const now = deps.clock();
  await redeemCode(
    deps,
    { purpose: 'reset', email, code, browser: context.browser },
    async (tx, accountId) => {
      const isThisAccount = eq(accounts.id, accountId);
      const [before] = await tx
        .select({ passwordHash: accounts.passwordHash })
        .from(accounts)
        .where(isThisAccount)
        .for('update');
      const [account] = await tx
        .update(accounts)
        .set({
          passwordHash,
          emailVerifiedAt: sql`coalesce(${accounts.emailVerifiedAt}, ${now.toISOString()})`,
        })
        .where(isThisAccount)
        .returning();
      await endSessions(tx, deps, accountId);
      if (!keepAccess) await endAccess(tx, accountId, before?.passwordHash === null);
      if (!account) return;
      const letter = letterTo(account, { kind: 'passwordChanged', at: now.toISOString() }, context.locale);
      await queueMail(tx, deps, { letter, accountId });
    },
  );
}

/** Removes access that a person with the old password may have created: tokens and linked identities. */
async function endAccess(tx: Executor, accountId: string, isFirstPassword: boolean): Promise<void> {
  await tx.delete(personalTokens).where(eq(personalTokens.accountId, accountId));
  await tx.delete(connectCodes).where(eq(connectCodes.accountId, accountId));
  // Without a password, the linked identity was the only way to sign in.
  if (!isFirstPassword) await tx.delete(identities).where(eq(identities.accountId, accountId));
}
