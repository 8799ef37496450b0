import { sql, type SQL } from 'drizzle-orm';
import type { Executor } from '@/provider/db/client';

/**
 * Locks the row of a space until the end of the transaction; false when there is no such space. Everything that changes
 * what a space counts takes this lock before it touches anything else: see [Note: Counters].
 */
export async function lockSpace(tx: Executor, spaceId: string | SQL): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`select 1 from spaces where id = ${spaceId} for no key update`);
  return rowCount === 1;
}
