import { eq } from 'drizzle-orm';
import type { RequestContext } from '@/provider/actor';
import { accounts, mails } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { getAccount } from '@/provider/services/accounts';
import { mailQueue } from '@/provider/services/mails/mail-queue';
import { letterTo, postMail } from '@/provider/services/mails/post-mail';

/**
 * Deletes an account and all that belongs to it, waiting mails included, and says so in a last mail. Throws
 * VALIDATION_FAILED unless the email is the account's own, letter by letter.
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
    await tx.delete(mails).where(eq(mails.accountId, accountId));
    await tx.delete(accounts).where(eq(accounts.id, accountId));
    const letter = letterTo(account, { kind: 'accountDeleted' }, context.locale);
    await postMail(tx, deps, { letter, accountId: null });
  });
  mailQueue(deps).wake();
}
