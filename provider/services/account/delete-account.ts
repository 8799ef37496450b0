import { eq, ne, or } from 'drizzle-orm';
import type { RequestContext } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import { accounts, mails, type AccountRow } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { isAccountAdministrator } from '@/provider/policies/administrator';
import { Problem } from '@/provider/problem';
import { getAccount } from '@/provider/services/accounts';
import { emailKey } from '@/provider/services/email-key';
import { mailQueue } from '@/provider/services/mails/mail-queue';
import { letterTo, postMail } from '@/provider/services/mails/post-mail';

/**
 * Deletes an account with everything that belongs to it, waiting mails included, and confirms it by a last mail. Throws
 * VALIDATION_FAILED unless the email is exactly the account's own, or ONLY_ADMINISTRATOR while others have accounts.
 */
export async function deleteAccount(
  deps: ProviderDeps,
  accountId: string,
  email: string,
  context: RequestContext,
): Promise<void> {
  const account = await getAccount(deps.db, accountId);
  if (email !== account.email) {
    throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'email', code: 'email_mismatch' }] });
  }
  await deps.db.transaction(async (tx) => {
    await requireAnotherAdministrator(tx, deps, account);
    await tx.delete(mails).where(eq(mails.accountId, accountId));
    await tx.delete(accounts).where(eq(accounts.id, accountId));
    const letter = letterTo(account, { kind: 'accountDeleted' }, context.locale);
    await postMail(tx, deps, { letter, accountId: null });
  });
  mailQueue(deps).wake();
}

/** Locks the administrators, so that the last two cannot delete their accounts at the same time. */
async function requireAnotherAdministrator(
  tx: Executor,
  { config }: Pick<ProviderDeps, 'config'>,
  account: AccountRow,
): Promise<void> {
  if (!isAccountAdministrator(account, config)) return;
  const marked = eq(accounts.isAdmin, true);
  const candidates = await tx
    .select()
    .from(accounts)
    .where(
      config.adminEmail === undefined
        ? marked
        : or(marked, eq(accounts.emailKey, emailKey(config.adminEmail))),
    )
    .orderBy(accounts.id)
    .for('update');
  const hasAnother = candidates.some(
    (other) => other.id !== account.id && other.suspendedAt === null && isAccountAdministrator(other, config),
  );
  if (hasAnother) return;
  // Nobody is left behind by the last account: the next one to register becomes the administrator.
  const others = await tx.$count(accounts, ne(accounts.id, account.id));
  if (others > 0) throw new Problem('ONLY_ADMINISTRATOR');
}
