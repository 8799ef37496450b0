import { and, eq, ne } from 'drizzle-orm';
import type { Language } from '@/lib/contract/account';
import { toAsciiEmail } from '@/lib/contract/email';
import type { RequestContext } from '@/provider/actor';
import { beginBulkChange, inTransaction } from '@/provider/db/transaction';
import type { Executor } from '@/provider/db/client';
import { accounts, mails, type AccountRow } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { isAccountAdministrator } from '@/provider/policies';
import { Problem } from '@/provider/problem';
import { getAccount } from '@/provider/modules/account/queries';
import { isActiveAdministrator, lockAdministrators } from '@/provider/policies';
import { keepAddressInAudit } from '@/provider/modules/audit/audit';
import { letterTo, queueMail } from '@/provider/modules/mail/queue';

/**
 * Deletes an account at the request of its holder. Throws VALIDATION_FAILED unless the email exactly matches that of
 * the account, or ONLY_ADMINISTRATOR while other accounts exist.
 */
export async function deleteAccount(
  deps: ProviderDeps,
  accountId: string,
  email: string,
  context: RequestContext,
): Promise<void> {
  const account = await getAccount(deps.db, accountId);
  if (email !== email.trim() || toAsciiEmail(email) !== account.email) {
    throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'email', code: 'email_mismatch' }] });
  }
  await inTransaction(deps.db, async (tx) => {
    await requireAnotherAdministrator(tx, deps, account);
    await removeAccount(tx, deps, account, context.locale);
  });
}

/**
 * Deletes an account with everything that belongs to it, including queued mails, and queues the mail that confirms it.
 */
export async function removeAccount(
  tx: Executor,
  deps: Pick<ProviderDeps, 'db' | 'clock' | 'config'>,
  account: AccountRow,
  locale: Language,
): Promise<void> {
  await beginBulkChange(tx);
  await keepAddressInAudit(tx, account);
  await tx.delete(mails).where(eq(mails.accountId, account.id));
  await tx.delete(accounts).where(eq(accounts.id, account.id));
  const letter = letterTo(account, { kind: 'accountDeleted' }, locale);
  await queueMail(tx, deps, { letter, accountId: null });
}

/** Throws ONLY_ADMINISTRATOR if the account is the only administrator and other accounts exist. */
async function requireAnotherAdministrator(
  tx: Executor,
  { config }: Pick<ProviderDeps, 'config'>,
  account: AccountRow,
): Promise<void> {
  if (!isAccountAdministrator(account, config)) return;
  const locked = await lockAdministrators(tx, config, account.id);
  if (locked.some((other) => other.id !== account.id && isActiveAdministrator(other, config))) return;
  // After the last account, the next one to register becomes the administrator. A released one cannot be appointed.
  const others = await tx.$count(accounts, and(ne(accounts.id, account.id), ne(accounts.email, '')));
  if (others > 0) throw new Problem('ONLY_ADMINISTRATOR');
}
