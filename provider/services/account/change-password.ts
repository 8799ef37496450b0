import { and, eq } from 'drizzle-orm';
import type { Actor, RequestContext } from '@/provider/actor';
import { accounts } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { requirePassword, wrongPassword } from '@/provider/services/account/require-password';
import { getAccount } from '@/provider/services/accounts';
import { countPasswordChange } from '@/provider/services/auth-limits';
import { refuseCommonPassword } from '@/provider/services/common-password';
import { mailQueue } from '@/provider/services/mails/mail-queue';
import { letterTo, postMail } from '@/provider/services/mails/post-mail';
import { hashPassword } from '@/provider/services/passwords';
import { replaceSessions, type SignedInAccount } from '@/provider/services/sessions';

/**
 * Changes a known password, ends every session, starts a new one for the caller, and mails the account holder. Throws
 * RATE_LIMITED, VALIDATION_FAILED, or PASSWORD_REQUIRED without a password: the first one is set by a mailed code.
 */
export async function changePassword(
  deps: ProviderDeps,
  actor: Actor,
  { currentPassword, password }: { currentPassword: string; password: string },
  context: RequestContext,
): Promise<SignedInAccount> {
  await countPasswordChange(deps, context, actor.accountId);
  const account = await getAccount(deps.db, actor.accountId);
  const before = await requirePassword(account, currentPassword);
  refuseCommonPassword(password);
  const passwordHash = await hashPassword(password);
  // Of two concurrent changes, the second one verified a password that is no longer current.
  const isUnchanged = and(eq(accounts.id, account.id), eq(accounts.passwordHash, before));
  const signedIn = await deps.db.transaction(async (tx) => {
    const changed = await tx
      .update(accounts)
      .set({ passwordHash })
      .where(isUnchanged)
      .returning({ id: accounts.id });
    if (changed.length === 0) throw wrongPassword();
    const content = { kind: 'passwordChanged', at: deps.clock().toISOString() } as const;
    await postMail(tx, deps, { letter: letterTo(account, content, context.locale), accountId: account.id });
    return replaceSessions(tx, deps, account, context);
  });
  mailQueue(deps).wake();
  return signedIn;
}
