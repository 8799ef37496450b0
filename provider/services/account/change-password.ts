import { and, eq } from 'drizzle-orm';
import { sessionOf, type Actor, type RequestContext } from '@/provider/actor';
import { accounts } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { requirePassword, wrongPassword } from '@/provider/services/account/require-password';
import { getAccount } from '@/provider/services/accounts';
import { countPasswordChange } from '@/provider/services/auth-limits';
import { refuseCommonPassword } from '@/provider/services/common-password';
import { mailQueue } from '@/provider/services/mails/mail-queue';
import { letterTo, postMail } from '@/provider/services/mails/post-mail';
import { hashPassword } from '@/provider/services/passwords';
import { endSessions } from '@/provider/services/sessions';

/**
 * Changes a password that is known, ends every other session and says so by mail. Throws RATE_LIMITED,
 * VALIDATION_FAILED, or PASSWORD_REQUIRED where there is none yet: the first one comes by a mailed code.
 */
export async function changePassword(
  deps: ProviderDeps,
  actor: Actor,
  { currentPassword, password }: { currentPassword: string; password: string },
  context: RequestContext,
): Promise<void> {
  await countPasswordChange(deps, context, actor.accountId);
  const account = await getAccount(deps.db, actor.accountId);
  const before = await requirePassword(account, currentPassword);
  refuseCommonPassword(password);
  const passwordHash = await hashPassword(password);
  // The password that was verified must still be the one: of two changes at once the second one was told a stale one.
  const isUnchanged = and(eq(accounts.id, account.id), eq(accounts.passwordHash, before));
  await deps.db.transaction(async (tx) => {
    const changed = await tx
      .update(accounts)
      .set({ passwordHash })
      .where(isUnchanged)
      .returning({ id: accounts.id });
    if (changed.length === 0) throw wrongPassword();
    await endSessions(tx, deps, account.id, sessionOf(actor));
    const content = { kind: 'passwordChanged', at: deps.clock().toISOString() } as const;
    await postMail(tx, deps, { letter: letterTo(account, content, context.locale), accountId: account.id });
  });
  mailQueue(deps).wake();
}
