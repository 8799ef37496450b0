import { sql } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import type { AdminJobs, AdminQueue, FailedJob } from '@/lib/contract/admin';
import { causesOf, codeOf } from '@/lib/observability/describe-error';
import type { Actor } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { queueClient, type MakeJob } from '@/provider/jobs/queues';
import { writeAudit } from '@/provider/modules/audit/audit';
import { describeFailure } from '@/provider/modules/admin/job-failures';
import { Problem } from '@/provider/problem';

const shownFailures = 100;
const uniqueViolation = '23505';

type JobState = 'queued' | 'active' | 'completed' | 'failed';
type QueueRow = Record<JobState, string> & Pick<AdminQueue, 'name' | 'cron' | 'lastRunAt'>;

/** Returns the scheduled queues with statistics of their stored jobs; empty before background jobs have ever run. */
export async function readQueues({ db }: Pick<ProviderDeps, 'db'>): Promise<AdminQueue[]> {
  // JobState by the database: a queue of mails or titles contains thousands of finished jobs.
  const { rows } = await db.execute<QueueRow>(sql`
    select s.name, s.cron,
      count(*) filter (where j.state in ('created', 'retry')) as queued,
      count(*) filter (where j.state = 'active') as active,
      count(*) filter (where j.state = 'completed') as completed,
      count(*) filter (where j.state = 'failed') as failed,
      (extract(epoch from max(j.started_on) filter (where j.state not in ('created', 'cancelled'))) * 1000)::bigint
        as "lastRunAt"
    from schedule.schedule s left join schedule.job j on j.name = s.name
    group by s.name, s.cron order by s.name collate "C"`);
  return rows.map(({ name, cron, queued, active, completed, failed, lastRunAt }) => ({
    name,
    cron,
    queued: Number(queued),
    active: Number(active),
    completed: Number(completed),
    failed: Number(failed),
    lastRunAt: lastRunAt === null ? null : new Date(Number(lastRunAt)).toISOString(),
  }));
}

interface FailedRow extends Record<string, unknown> {
  queue: string;
  id: string;
  output: unknown;
  startedAt: string;
  failedAt: string;
}

async function listFailures({ db }: Pick<ProviderDeps, 'db'>): Promise<FailedJob[]> {
  const { rows } = await db.execute<FailedRow>(sql`
    select j.name as queue, j.id, j.output, j.started_on as "startedAt",
      coalesce(j.completed_on, j.created_on) as "failedAt"
    from schedule.job j join schedule.schedule s on s.name = j.name
    where j.state = 'failed' order by "failedAt" desc limit ${shownFailures}`);
  return rows.map(({ queue, id, output, startedAt, failedAt }) => ({
    queue,
    id,
    ...describeFailure(output),
    startedAt: new Date(startedAt).toISOString(),
    failedAt: new Date(failedAt).toISOString(),
  }));
}

/** Returns the background jobs, and the failed ones. */
export async function listJobs(deps: Pick<ProviderDeps, 'db'>): Promise<AdminJobs> {
  const { rows } = await deps.db.execute<{ mails: number; imports: number }>(sql`
    select (select count(*)::integer from mails) as mails,
      (select count(*)::integer from imports where status in ('queued', 'running')) as imports`);
  return {
    queues: await readQueues(deps),
    failed: await listFailures(deps),
    waiting: rows[0] ?? { mails: 0, imports: 0 },
  };
}

/** Returns a failed job to its queue. Throws NOT_FOUND or JOB_NOT_FAILED. */
export async function retryJob(
  deps: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  { queue, id }: { queue: string; id: string },
): Promise<void> {
  const boss = queueClient(deps.db);
  if (!(await boss.getQueue(queue))) throw new Problem('NOT_FOUND');
  const [job] = await boss.findJobs(queue, { id });
  if (!job) throw new Problem('NOT_FOUND');
  if (job.state !== 'failed') throw new Problem('JOB_NOT_FAILED');
  const retried = inTransaction(deps.db, async (tx) => {
    await boss.retry(queue, id, { db: fromDrizzle(tx, sql) });
    const change = { action: 'retryJob', before: {}, after: { queue, job: id } } as const;
    await writeAudit(tx, deps, { actorId: accountId, targetId: null }, [change]);
  });
  await retried.catch((error: unknown) => {
    // A queue or row has at most one waiting job.
    if ([...causesOf(error)].some((cause) => codeOf(cause) === uniqueViolation))
      throw new Problem('JOB_NOT_FAILED');
    throw error;
  });
}

/**
 * Updates `account_activity` from usage since one day before the latest recorded use. Rows that another transaction has
 * locked are skipped until the next run, so it never waits for a lock.
 */
export async function refreshActivity({ db }: Pick<ProviderDeps, 'db'>): Promise<void> {
  const recent = sql`last_used_at > (select max(last_active_at) - interval '1 day' from account_activity)`;
  await db.execute(sql`
    with figures as materialized (
      select t.account_id, coalesce(s.bookmarks, 0) as bookmarks,
        greatest(t.last_active_at, x.last_used_at, p.last_used_at) as last_active_at
      from account_activity t
        left join (select account_id, sum(bookmark_count)::integer as bookmarks from spaces group by 1) s using (account_id)
        left join (select account_id, max(last_used_at) as last_used_at from sessions where ${recent} group by 1) x using (account_id)
        left join (select account_id, max(last_used_at) as last_used_at from personal_tokens where ${recent} group by 1) p
          using (account_id)
      where t.bookmark_count <> coalesce(s.bookmarks, 0)
        or t.last_active_at < greatest(x.last_used_at, p.last_used_at)),
    free as materialized (
      select t.account_id from account_activity t join figures using (account_id)
      order by t.account_id for update of t skip locked)
    update account_activity t set bookmark_count = f.bookmarks, last_active_at = f.last_active_at
    from figures f join free using (account_id) where t.account_id = f.account_id`);
}

/** Keeps the sort order of accounts by use and by bookmarks up to date. See [Note: Account activity]. */
export const accountActivity: MakeJob = (deps) => ({
  name: 'account-activity',
  cron: '*/5 * * * *',
  run: () => refreshActivity(deps),
});
