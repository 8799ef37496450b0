import { eq, sql } from 'drizzle-orm';
import type { RequestContext } from '@/provider/actor';
import { accounts } from '@/provider/db/schema/accounts';
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
 * Sets a new password for whoever reads the account's mail, which proves the address too, and ends all sessions.
 * Throws RATE_LIMITED, VALIDATION_FAILED for a password that everybody uses, or INVALID_CODE.
 */
export async function resetPassword(
  deps: ProviderDeps,
  { email, code, password }: NewPassword,
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
      const [account] = await tx
        .update(accounts)
        .set({
          passwordHash,
          emailVerifiedAt: sql`coalesce(${accounts.emailVerifiedAt}, ${now.toISOString()})`,
        })
        .where(eq(accounts.id, accountId))
        .returning();
      await endSessions(tx, deps, accountId);
      if (!account) return;
      const letter = letterTo(account, { kind: 'passwordChanged', at: now.toISOString() }, context.locale);
      await postMail(tx, deps, { letter, accountId });
    },
  );
  mailQueue(deps).wake();
}
