import type { Database } from '@/provider/db/client';
import { inTransaction } from '@/provider/db/transaction';
import type { Statement } from '@/provider/services/search/hit';

/** After this time a statement is cancelled; the request then fails with SERVICE_UNAVAILABLE. */
const defaultTimeoutMs = 8_000;

/**
 * Runs one statement of a search with a time limit and the planner settings that searches need (docs/search.md):
 * the planner underestimates what detoasting the text of a row costs and would read whole tables for a frequent word,
 * and parallel workers slow down everybody else without making a search faster.
 */
export function runBounded<Row>(
  db: Database,
  { text, values }: Statement,
  timeoutMs = defaultTimeoutMs,
): Promise<Row[]> {
  return inTransaction(db, async (tx) => (await tx.query<Row & Record<string, unknown>>(text, values)).rows, [
    `set local statement_timeout = ${timeoutMs}`,
    'set local enable_seqscan = off',
    'set local max_parallel_workers_per_gather = 0',
  ]);
}
