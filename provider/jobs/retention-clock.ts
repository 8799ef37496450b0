import { cleanupRuns } from '@/provider/db/schema/admin';
import type { ProviderDeps } from '@/provider/deps';

const hourMs = 60 * 60_000;

/** Longest period whose expired rows one run deletes; jobs run every hour. */
export const portionMs = 6 * hourMs;
/** Difference of two clocks that is not a matter of time synchronization. */
const driftMs = hourMs;

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'log'>;

/**
 * [Note: Retention clock] A clock that is wrong for a minute must not delete what people keep for a month. Jobs that
 * delete by age use the earlier of two clocks, that of the process and that of the database, which may be on the same
 * machine. Therefore they also continue where the last run ended, in portions: a clock that jumps ahead by a year
 * deletes six hours of the trash with every run, with a warning, instead of all of it. After the service was stopped for
 * days, rows are retained longer until the runs have caught up.
 *
 * Returns the time of this run, and records it.
 */
export async function startRetention({ db, clock, log }: Deps, job: string): Promise<Date> {
  const { rows } = await db.$client.query<{ now: Date; reachedAt: Date | null }>(
    'select now(), (select reached_at from cleanup_runs where job = $1) as "reachedAt"',
    [job],
  );
  const own = clock().getTime();
  const database = rows[0]?.now.getTime() ?? own;
  if (Math.abs(own - database) > driftMs)
    log.warn(
      { job, seconds: Math.round((own - database) / 1000) },
      'the clock differs from that of the database',
    );
  const now = Math.min(own, database);
  const end = Math.min(now, (rows[0]?.reachedAt?.getTime() ?? now) + portionMs);
  if (end < now)
    log.warn({ job, hours: Math.round((now - end) / hourMs) }, 'expired rows are deleted in portions');
  const reachedAt = new Date(end);
  await db
    .insert(cleanupRuns)
    .values({ job, reachedAt })
    .onConflictDoUpdate({ target: cleanupRuns.job, set: { reachedAt } });
  return reachedAt;
}
