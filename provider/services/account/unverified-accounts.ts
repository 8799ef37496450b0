import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '@/provider/db/client';
import { accounts, emailCodes, mails, personalTokens, sessions } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';

const dayMs = 24 * 60 * 60_000;
const unverifiedDays = 30;
const batchSize = 500;

/** Email keys are lower case, so no address leads to a released account. */
const releasedPrefix = 'RELEASED:';

/**
 * Takes the address away from an account that never verified it, for the owner of the address: the password, sessions
 * and codes end, and what the account shared is hidden. Its rows stay for 30 days, for an operator who has to help
 * somebody that saved bookmarks before verifying. Answers whether the account was the administrator.
 */
export async function releaseEmail(
  tx: Executor,
  deps: Pick<ProviderDeps, 'clock'>,
  accountId: string,
): Promise<boolean> {
  const isUnverified = and(eq(accounts.id, accountId), isNull(accounts.emailVerifiedAt));
  const [before] = await tx
    .select({ isAdmin: accounts.isAdmin })
    .from(accounts)
    .where(isUnverified)
    .for('update');
  // Verified or released by a concurrent request.
  if (!before) throw new Problem('OAUTH_FAILED');
  const released = {
    email: '',
    emailKey: `${releasedPrefix}${accountId}`,
    passwordHash: null,
    isAdmin: false,
    suspendedAt: deps.clock(),
  };
  await tx.update(accounts).set(released).where(eq(accounts.id, accountId));
  for (const table of [sessions, personalTokens, emailCodes, mails])
    await tx.delete(table).where(eq(table.accountId, accountId));
  return before.isAdmin;
}

/**
 * Deletes accounts that never verified their address and are empty 30 days after registration, and released accounts
 * 30 days after their release. An administrator is never deleted.
 */
export async function purgeUnverified({ db, clock }: Pick<ProviderDeps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - unverifiedDays * dayMs).toISOString();
  const released = sql`a.email_key like ${`${releasedPrefix}%`} and a.suspended_at < ${before}`;
  // Every space is born with one collection.
  const isUsed = sql`exists (select 1 from spaces s where s.account_id = a.id
      and (not s.is_default or s.bookmark_count > 0 or s.trash_count > 0 or s.collection_count > 1))
    or exists (select 1 from imports i where i.account_id = a.id)`;
  for (let deleted = batchSize; deleted === batchSize;) {
    const { rowCount } = await db.execute(sql`
      delete from accounts where id in (
        select a.id from accounts a
        where a.email_verified_at is null and not a.is_admin and a.created_at < ${before}
          and (${released} or (a.suspended_at is null and not (${isUsed})))
        limit ${batchSize} for update skip locked)`);
    deleted = rowCount ?? 0;
  }
}
