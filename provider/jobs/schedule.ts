import { PgBoss } from 'pg-boss';
import { describeError } from '@/lib/observability/describe-error';
import type { ProviderDeps } from '@/provider/deps';
import type { Job, StopJob } from '@/provider/jobs/job';

/** How soon after its minute a job begins, at most. */
const pollingIntervalSeconds = 15;
const startAgainMs = 30_000;
const patienceMs = 20_000;

/**
 * Brings each job back when its time has come: in one of all the processes that share the database, and in another one
 * when that ended meanwhile. A database that is away is waited for.
 */
export function startSchedule({ db, log }: Pick<ProviderDeps, 'db' | 'log'>, jobs: readonly Job[]): StopJob {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.$client.query(text, values) },
    schema: 'schedule',
    persistWarnings: false,
  });
  boss.on('error', (error) => log.warn({ error: describeError(error) }, 'the schedule met an error'));
  let isOver = false;
  let again: NodeJS.Timeout | undefined;
  const start = (): Promise<void> =>
    begin(boss, jobs).catch((error: unknown) => {
      log.warn({ error: describeError(error) }, 'the schedule could not start, it is tried again');
      if (!isOver) again = setTimeout(() => void (starting = start()), startAgainMs).unref();
    });
  let starting = start();
  return async () => {
    isOver = true;
    clearTimeout(again);
    await starting;
    await boss.stop({ close: false, timeout: patienceMs });
  };
}

async function begin(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  await boss.start();
  for (const { name, cron, run } of jobs) {
    // One waits at most: a job that takes longer than its interval does not pile up.
    await boss.createQueue(name, { policy: 'stately', retryLimit: 0, deleteAfterSeconds: 3_600 });
    await boss.schedule(name, cron);
    await boss.work(name, { pollingIntervalSeconds }, () => run());
  }
}
