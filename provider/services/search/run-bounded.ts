import type { PoolClient } from 'pg';
import type { Database } from '@/provider/db/client';
import type { Statement } from '@/provider/services/search/hit';

/** How long a statement of a search may take before it is given up: the answer is then that the service is busy. */
const patienceMs = 8_000;

/**
 * Runs a statement that somebody waits for. One that takes too long is cancelled from beside it, which costs the others
 * nothing; a limit of the server's own would cost each of them two more ways to the database.
 */
export async function runBounded<Row>(
  { $client }: Pick<Database, '$client'>,
  { text, values }: Statement,
  patience = patienceMs,
): Promise<Row[]> {
  const client = await $client.connect();
  let cancelling: Promise<unknown> | undefined;
  const timer = setTimeout(() => {
    cancelling = $client.query('select pg_cancel_backend($1)', [backendOf(client)]).catch(() => undefined);
  }, patience);
  try {
    return (await client.query<Row & Record<string, unknown>>(text, values)).rows;
  } finally {
    clearTimeout(timer);
    // A late cancellation must not meet the next statement of this connection.
    await cancelling;
    client.release(cancelling !== undefined);
  }
}

const backendOf = (client: PoolClient): number | null =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : null;
