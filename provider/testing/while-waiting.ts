import type { PoolClient } from 'pg';
import type { Database } from '@/provider/db/client';
import type { TestAccount } from '@/provider/testing/test-provider';

/**
 * Locks the space of an account, starts `waiting`, runs `work` in the transaction of the lock once the call waits for it,
 * and commits. Returns what the call returns.
 */
export async function whileWaiting<T>(
  { $client }: Database,
  { spaceId }: TestAccount,
  work: (holder: PoolClient) => Promise<unknown>,
  waiting: () => Promise<T>,
): Promise<T> {
  const holder = await $client.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from spaces where id = $1 for no key update', [spaceId]);
    const answer = waiting();
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    const blocked = 'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
    while ((await $client.query(blocked, [rows[0]?.pid])).rowCount === 0);
    await work(holder);
    await holder.query('commit');
    return await answer;
  } finally {
    holder.release();
  }
}
