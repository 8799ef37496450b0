import type { BodyOf } from '@/provider/middleware/handler';
import { and, eq, gt } from 'drizzle-orm';
import { sessionOf, type Actor, type RequestContext } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
import type { Executor } from '@/provider/db/client';
import { accounts, emailCodes, sessions, type AccountRow } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import {
  findAccountByEmail,
  getAccount,
  isEmailTaken,
  type AccountRecord,
} from '@/provider/modules/account/queries';
import { mailCode, redeemCode } from '@/provider/modules/auth/codes';
import { countCodeRequest, countCodeTry, countPasswordChange } from '@/provider/modules/auth/limits';
import { hashPassword, rejectCommonPassword, verifyPassword } from '@/provider/modules/auth/passwords';
import { endSessions, replaceSessions, type SignedInAccount } from '@/provider/modules/auth/sessions';
import { letterTo, queueMail } from '@/provider/modules/mail/queue';
import { emailKey } from '@/provider/policies';
import { Problem } from '@/provider/problem';

/** Error for a wrong current password; never 401, which would sign the user out. */
const wrongPassword = (): Problem =>
  new Problem('VALIDATION_FAILED', { issues: [{ path: 'currentPassword', code: 'wrong_password' }] });

/** Verifies the current password and returns its hash. Throws PASSWORD_REQUIRED or VALIDATION_FAILED. */
async function requirePassword(
  { passwordHash }: Pick<AccountRow, 'passwordHash'>,
  currentPassword: string,
): Promise<string> {
  if (passwordHash === null) throw new Problem('PASSWORD_REQUIRED');
  if (!(await verifyPassword(currentPassword, passwordHash))) throw wrongPassword();
  return passwordHash;
}

const recentMs = 10 * 60_000;

/**
 * Confirms that the session belongs to the account holder: by the password, or for an account without one by a sign-in
 * within the last ten minutes. Throws RATE_LIMITED, VALIDATION_FAILED or SIGN_IN_AGAIN.
 */
export async function confirmHolder(
  deps: ProviderDeps,
  actor: Actor,
  account: Pick<AccountRow, 'passwordHash'>,
  currentPassword: string | undefined,
  context: RequestContext,
): Promise<void> {
  if (account.passwordHash !== null) {
    await countPasswordChange(deps, context, actor.accountId);
    await requirePassword(account, currentPassword ?? '');
    return;
  }
  const since = new Date(deps.clock().getTime() - recentMs);
  const isRecent = and(
    eq(sessions.accountId, actor.accountId),
    eq(sessions.id, sessionOf(actor)),
    gt(sessions.createdAt, since),
  );
  const [session] = await deps.db.select({ id: sessions.id }).from(sessions).where(isRecent);
  if (!session) throw new Problem('SIGN_IN_AGAIN');
}

const purpose = 'newEmail';

/**
 * Mails a code to the new address of an account. Nothing else changes yet. Throws RATE_LIMITED, PASSWORD_REQUIRED,
 * VALIDATION_FAILED for a wrong password, or EMAIL_IN_USE.
 */
export async function requestNewEmail(
  deps: ProviderDeps,
  actor: Actor,
  { email, currentPassword }: BodyOf<'account.changeEmail'>,
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
  await inTransaction(deps.db, (tx) => mailCode(tx, deps, request));
}

/**
 * Changes the address of an account after its holder has verified the new one. Ends all other sessions, deletes codes
 * mailed to the old address, and notifies the old address. Throws RATE_LIMITED, INVALID_CODE or EMAIL_IN_USE.
 */
export async function confirmNewEmail(
  deps: ProviderDeps,
  actor: Actor,
  { email, code }: BodyOf<'account.confirmEmail'>,
  context: RequestContext,
): Promise<AccountRecord> {
  await countCodeTry(deps, context, purpose, email);
  const before = await getAccount(deps.db, actor.accountId);
  try {
    await redeemCode(deps, { purpose, email, code, browser: context.browser }, async (tx, accountId) => {
      if (accountId !== actor.accountId) throw new Problem('INVALID_CODE');
      await changeAddress(tx, deps, accountId, email.trim());
      await endSessions(tx, deps, accountId, sessionOf(actor));
      const letter = letterTo(
        before,
        { kind: 'emailChanged', at: deps.clock().toISOString() },
        context.locale,
      );
      await queueMail(tx, deps, { letter, accountId });
    });
  } catch (error) {
    throw isEmailTaken(error) ? new Problem('EMAIL_IN_USE') : error;
  }
  return getAccount(deps.db, actor.accountId);
}

async function changeAddress(
  tx: Executor,
  { clock }: ProviderDeps,
  accountId: string,
  email: string,
): Promise<void> {
  const verifiedAddress = { email, emailKey: emailKey(email), emailVerifiedAt: clock() };
  await tx.update(accounts).set(verifiedAddress).where(eq(accounts.id, accountId));
  await tx.delete(emailCodes).where(eq(emailCodes.accountId, accountId));
}

/**
 * Changes the password, ends every session, starts a new one for the caller, and mails the account holder. Throws
 * RATE_LIMITED, VALIDATION_FAILED, or PASSWORD_REQUIRED if there is none: the first password is set with a mailed code.
 */
export async function changePassword(
  deps: ProviderDeps,
  actor: Actor,
  { currentPassword, password }: BodyOf<'account.updatePassword'>,
  context: RequestContext,
): Promise<SignedInAccount> {
  await countPasswordChange(deps, context, actor.accountId);
  const account = await getAccount(deps.db, actor.accountId);
  const before = await requirePassword(account, currentPassword);
  rejectCommonPassword(password);
  const passwordHash = await hashPassword(password);
  // The second of two concurrent changes has verified a password that is no longer current.
  const isUnchanged = and(eq(accounts.id, account.id), eq(accounts.passwordHash, before));
  const signedIn = await inTransaction(deps.db, async (tx) => {
    const changed = await tx
      .update(accounts)
      .set({ passwordHash })
      .where(isUnchanged)
      .returning({ id: accounts.id });
    if (changed.length === 0) throw wrongPassword();
    const content = { kind: 'passwordChanged', at: deps.clock().toISOString() } as const;
    await queueMail(tx, deps, { letter: letterTo(account, content, context.locale), accountId: account.id });
    return replaceSessions(tx, deps, account, context);
  });
  return signedIn;
}
