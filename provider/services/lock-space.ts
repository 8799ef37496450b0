import { sql, type SQL } from 'drizzle-orm';
import type { Executor } from '@/provider/db/client';
import type { Queryable } from '@/provider/db/transaction';

/**
 * Locks the row of a space until the end of the transaction; false when there is no such space. Everything that changes
 * what a space counts takes this lock before it touches anything else: see [Note: Counters].
 */
export async function lockSpace(tx: Executor, spaceId: string | SQL): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`select 1 from spaces where id = ${spaceId} for no key update`);
  return rowCount === 1;
}

/**
 * Locks the row of an account until the end of the transaction. Changes to the set of its spaces, and to which of them
 * are the current and the default one, happen one after the other; so does what moves a collection between spaces. It
 * comes before the locks of spaces.
 */
export async function lockAccount(tx: Executor, accountId: string): Promise<void> {
  await tx.execute(sql`select 1 from accounts where id = ${accountId} for no key update`);
}

/** {@link lockAccount} among statements that are written by hand. */
export async function lockAccountRow(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('select 1 from accounts where id = $1 for no key update', [accountId]);
}
