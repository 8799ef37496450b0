import type { RequestContext } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { findAccountByEmail, openAccount, type AccountRecord } from '@/provider/services/accounts';
import { countLogin, countRegistration } from '@/provider/services/auth-limits';
import { refuseCommonPassword } from '@/provider/services/common-password';
import { mailCode } from '@/provider/services/codes/email-codes';
import { mailQueue } from '@/provider/services/mails/mail-queue';
import { hashPassword, verifyPassword } from '@/provider/services/passwords';
import { enter } from '@/provider/services/account/enter';
import type { SignedInAccount } from '@/provider/services/sessions';

export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export interface Credentials {
  email: string;
  password: string;
}

/**
 * Opens an account for whoever asks, and mails the code that verifies its address. Throws RATE_LIMITED, VALIDATION_FAILED for a password that everybody uses, or
 * EMAIL_IN_USE.
 */
export async function register(
  deps: ProviderDeps,
  input: Registration,
  context: RequestContext,
): Promise<AccountRecord> {
  await countRegistration(deps, context, input.email);
  refuseCommonPassword(input.password);
  const { firstName, lastName, email } = input;
  const passwordHash = await hashPassword(input.password);
  const opened = await openAccount(deps, { firstName, lastName, email, passwordHash }, (tx, account) =>
    mailCode(
      tx,
      deps,
      { purpose: 'verification', email, account, locale: context.locale, browser: context.browser },
      true,
    ),
  );
  mailQueue(deps).wake();
  return opened;
}

/**
 * Signs in with email and password. An unknown address, an account without a password and a wrong password are
 * answered alike and take the same time. Throws RATE_LIMITED, INVALID_CREDENTIALS or ACCOUNT_SUSPENDED.
 */
export async function signIn(
  deps: ProviderDeps,
  { email, password }: Credentials,
  context: RequestContext,
): Promise<SignedInAccount> {
  await countLogin(deps, context, email);
  const account = await findAccountByEmail(deps.db, email);
  const matches = await verifyPassword(password, account?.passwordHash ?? null);
  if (!account || !matches) {
    deps.log.warn({ requestId: context.requestId }, 'sign-in refused');
    throw new Problem('INVALID_CREDENTIALS');
  }
  if (account.suspendedAt) throw new Problem('ACCOUNT_SUSPENDED');
  return enter(deps, account, context);
}
