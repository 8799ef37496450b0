import { eq } from 'drizzle-orm';
import { sessionOf, type Actor, type RequestContext } from '@/provider/actor';
import { accounts, emailCodes } from '@/provider/db/schema/accounts';
import type { Executor } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import {
  findAccountByEmail,
  getAccount,
  isEmailTaken,
  type AccountRecord,
} from '@/provider/services/accounts';
import { countCodeRequest, countCodeTry, countPasswordChange } from '@/provider/services/auth-limits';
import { requirePassword } from '@/provider/services/account/require-password';
import { mailCode, redeemCode } from '@/provider/services/codes/email-codes';
import { emailKey } from '@/provider/services/email-key';
import { mailQueue } from '@/provider/services/mails/mail-queue';
import { letterTo, postMail } from '@/provider/services/mails/post-mail';
import { endSessions } from '@/provider/services/sessions';

const purpose = 'newEmail';

/**
 * Mails a code to the address that an account is to move to. Nothing else changes yet. Throws RATE_LIMITED,
 * PASSWORD_REQUIRED, VALIDATION_FAILED for a wrong password, or EMAIL_IN_USE.
 */
export async function askForNewEmail(
  deps: ProviderDeps,
  actor: Actor,
  { email, currentPassword }: { email: string; currentPassword: string },
  context: RequestContext,
): Promise<void> {
  await countPasswordChange(deps, context, actor.accountId);
  const account = await getAccount(deps.db, actor.accountId);
  await requirePassword(account, currentPassword);
  await countCodeRequest(deps, context, purpose, email);
  const holder = await findAccountByEmail(deps.db, email);
  if (holder && holder.id !== account.id) throw new Problem('EMAIL_IN_USE');
  const request = {
    purpose,
    email,
    account: { ...account, email },
    locale: context.locale,
    browser: context.browser,
  } as const;
  await deps.db.transaction((tx) => mailCode(tx, deps, request));
  mailQueue(deps).wake();
}

/**
 * Moves an account to an address that its holder has proved. Every other session ends, codes that were mailed to the
 * old address too, and the old address is told. Throws RATE_LIMITED, INVALID_CODE or EMAIL_IN_USE.
 */
export async function confirmNewEmail(
  deps: ProviderDeps,
  actor: Actor,
  { email, code }: { email: string; code: string },
  context: RequestContext,
): Promise<AccountRecord> {
  await countCodeTry(deps, context, purpose, email);
  const before = await getAccount(deps.db, actor.accountId);
  try {
    await redeemCode(deps, { purpose, email, code, browser: context.browser }, async (tx, accountId) => {
      if (accountId !== actor.accountId) throw new Problem('INVALID_CODE');
      await move(tx, deps, accountId, email.trim());
      await endSessions(tx, deps, accountId, sessionOf(actor));
      const letter = letterTo(
        before,
        { kind: 'emailChanged', at: deps.clock().toISOString() },
        context.locale,
      );
      await postMail(tx, deps, { letter, accountId });
    });
  } catch (error) {
    throw isEmailTaken(error) ? new Problem('EMAIL_IN_USE') : error;
  }
  mailQueue(deps).wake();
  return getAccount(deps.db, actor.accountId);
}

async function move(tx: Executor, { clock }: ProviderDeps, accountId: string, email: string): Promise<void> {
  const proved = { email, emailKey: emailKey(email), emailVerifiedAt: clock() };
  await tx.update(accounts).set(proved).where(eq(accounts.id, accountId));
  await tx.delete(emailCodes).where(eq(emailCodes.accountId, accountId));
}
