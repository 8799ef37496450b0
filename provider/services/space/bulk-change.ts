import type { Queryable } from '@/provider/db/transaction';

/** Settings of a transaction that writes thousands of rows: their words are filed together, not a few at a time. */
export async function beginBulkChange(tx: Queryable): Promise<void> {
  await tx.query("set local work_mem = '64MB'; set local gin_pending_list_limit = '4MB'");
}
