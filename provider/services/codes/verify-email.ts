import { eq } from 'drizzle-orm';
import type { RequestContext } from '@/provider/actor';
import { accounts } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { findAccountByEmail, getAccount } from '@/provider/services/accounts';
import { countCodeRequest, countCodeTry } from '@/provider/services/auth-limits';
import { mailCode, redeemCode } from '@/provider/services/codes/email-codes';
import { mailQueue } from '@/provider/services/mails/mail-queue';

/** Marks an address as proved. Throws RATE_LIMITED or INVALID_CODE. */
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
 * Mails a new verification code where the address waits for one; whoever asks cannot tell. Throws RATE_LIMITED, for an
 * address that nobody has as for any other.
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
  await deps.db.transaction((tx) => mailCode(tx, deps, request));
  mailQueue(deps).wake();
}

/** The same for the account holder's own address; does nothing once it is verified. Throws RATE_LIMITED. */
export async function resendOwnVerification(
  deps: ProviderDeps,
  accountId: string,
  context: RequestContext,
): Promise<void> {
  const { email, emailVerifiedAt } = await getAccount(deps.db, accountId);
  if (emailVerifiedAt === null) await resendVerification(deps, email, context);
}
