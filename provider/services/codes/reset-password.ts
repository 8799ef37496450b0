import { eq, sql } from 'drizzle-orm';
import type { RequestContext } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import { accounts, identities, personalTokens } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { findAccountByEmail } from '@/provider/services/accounts';
import { countCodeRequest, countCodeTry } from '@/provider/services/auth-limits';
import { refuseCommonPassword } from '@/provider/services/common-password';
import { mailCode, redeemCode } from '@/provider/services/codes/email-codes';
import { mailQueue } from '@/provider/services/mails/mail-queue';
import { letterTo, postMail } from '@/provider/services/mails/post-mail';
import { hashPassword } from '@/provider/services/passwords';
import { endSessions } from '@/provider/services/sessions';

export interface NewPassword {
  email: string;
  code: string;
  password: string;
  /** Whether personal access tokens and Google stay. */
  keepAccess?: boolean | undefined;
}

/** Mails a code for a new password where the address is an account's; whoever asks cannot tell. Throws RATE_LIMITED. */
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
  await deps.db.transaction((tx) => mailCode(tx, deps, request));
  mailQueue(deps).wake();
}

/**
 * Sets a new password for somebody who reads the account's mail, which verifies the address too, and ends all sessions and
 * every other access, unless it is kept. Throws RATE_LIMITED, VALIDATION_FAILED for a password that everybody uses, or INVALID_CODE.
 */
export async function resetPassword(
  deps: ProviderDeps,
  { email, code, password, keepAccess = false }: NewPassword,
  context: RequestContext,
): Promise<void> {
  await countCodeTry(deps, context, 'reset', email);
  refuseCommonPassword(password);
  // Before the code is looked at: the answer takes as long whether it is right or wrong.
  const passwordHash = await hashPassword(password);
  const now = deps.clock();
  await redeemCode(
    deps,
    { purpose: 'reset', email, code, browser: context.browser },
    async (tx, accountId) => {
      const isThisOne = eq(accounts.id, accountId);
      const [before] = await tx
        .select({ passwordHash: accounts.passwordHash })
        .from(accounts)
        .where(isThisOne)
        .for('update');
      const [account] = await tx
        .update(accounts)
        .set({
          passwordHash,
          emailVerifiedAt: sql`coalesce(${accounts.emailVerifiedAt}, ${now.toISOString()})`,
        })
        .where(isThisOne)
        .returning();
      await endSessions(tx, deps, accountId);
      if (!keepAccess) await endAccess(tx, accountId, before?.passwordHash === null);
      if (!account) return;
      const letter = letterTo(account, { kind: 'passwordChanged', at: now.toISOString() }, context.locale);
      await postMail(tx, deps, { letter, accountId });
    },
  );
  mailQueue(deps).wake();
}

/** Whoever knew the old password may have created a token, or linked an identity of their own. */
async function endAccess(tx: Executor, accountId: string, isFirstPassword: boolean): Promise<void> {
  await tx.delete(personalTokens).where(eq(personalTokens.accountId, accountId));
  // Without a password, the linked identity was the only way into the account.
  if (!isFirstPassword) await tx.delete(identities).where(eq(identities.accountId, accountId));
}
