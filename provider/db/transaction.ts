import type { ClientBase } from 'pg';
import type { Database } from '@/provider/db/client';

/** A connection, in a transaction or not: statements that are prepared by name are planned once for each. */
export type Queryable = Pick<ClientBase, 'query'>;

/**
 * Runs work in one transaction, for statements that are written by hand; elsewhere the query builder's own transactions
 * do. `settings` are `set local` statements for it. An error rolls back; a connection that cannot be rolled back is
 * closed instead of returned to the pool.
 */
export async function inTransaction<T>(
  { $client }: Database,
  work: (tx: Queryable) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  const client = await $client.connect();
  let isUsable = true;
  try {
    await client.query(['begin', ...settings].join('; '));
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    isUsable = await client.query('rollback').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    client.release(!isUsable);
  }
}
