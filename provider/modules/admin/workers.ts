import os from 'node:os';
import { sql } from 'drizzle-orm';
import type { AdminHealth } from '@/lib/contract/admin';
import { describeError } from '@/lib/observability/describe-error';
import { newId, type Executor } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';

const heartbeatMs = 15_000;
/** A worker without a heartbeat for this long has died, or cannot reach the database. */
const runningSeconds = 60;

type Deps = Pick<ProviderDeps, 'db' | 'log'>;

/**
 * Records that this process runs jobs, until it is stopped: administrators see whether a worker is running. Rows of a
 * former day are deleted.
 */
export function startHeartbeat({ db, log }: Deps): () => Promise<void> {
  const id = newId();
  const beat = async (isRunning: boolean): Promise<void> => {
    await db.execute(sql`
      with former as (delete from workers where seen_at < now() - interval '1 day')
      insert into workers (id, machine, is_running, started_at, seen_at)
      values (${id}, ${os.hostname()}, ${isRunning}, now(), now())
      on conflict (id) do update set is_running = excluded.is_running, seen_at = excluded.seen_at`);
  };
  const report = (error: unknown): void =>
    log.warn({ error: describeError(error) }, 'the heartbeat of the worker could not be written');
  let last = beat(true).catch(report);
  const timer = setInterval(() => {
    last = last.then(() => beat(true)).catch(report);
  }, heartbeatMs);
  return async () => {
    clearInterval(timer);
    await last;
    await beat(false).catch(report);
  };
}

/** Returns the workers that run now, and when one was last seen, within a day. */
export async function readWorkers({ db }: { db: Executor }): Promise<AdminHealth['workers']> {
  const isRunning = sql`is_running and seen_at > now() - ${runningSeconds} * interval '1 second'`;
  const { rows } = await db.execute<{ running: number; machines: number; seen: string | null }>(sql`
    select (count(*) filter (where ${isRunning}))::integer as running,
      (count(distinct machine) filter (where ${isRunning}))::integer as machines,
      max(seen_at) as seen
    from workers`);
  const [row] = rows;
  return {
    running: row?.running ?? 0,
    machines: row?.machines ?? 0,
    lastSeenAt: row?.seen ? new Date(row.seen).toISOString() : null,
  };
}
