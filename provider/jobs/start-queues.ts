import { PgBoss, type JobResult, type JobWithMetadata, type WorkOptions } from 'pg-boss';
import { describeError } from '@/lib/observability/describe-error';
import type { ProviderDeps } from '@/provider/deps';
import { declareQueue, schema, type Job, type RowQueue, type StopJob } from '@/provider/jobs/queues';

/** A NOTIFY starts a job at once. Polling finds delayed jobs, and all jobs while LISTEN is unavailable. */
const pollingOptions = { pollingIntervalSeconds: 15, notifyPollingIntervalSeconds: 30 };
/** How often pg-boss checks for jobs whose process has died. */
const supervisionOptions = { superviseIntervalSeconds: 20, monitorIntervalSeconds: 15 };
const restartMs = 30_000;
const drainMs = 20_000;
/** For fetching jobs, heartbeats and supervision, whose statements are short. LISTEN uses one more connection. */
const connections = 1;

const workersPerQueue = 2;
const batchOptions = { ...pollingOptions, batchSize: 2 };
const workOptions = {
  mails: batchOptions,
  'bookmark-metadata': batchOptions,
  // One at a time: a merge keeps a core of the database busy. A retry is due soon.
  imports: { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5 },
  // They wait for other servers most of the time.
  'product-reads': { ...pollingOptions, batchSize: 4 },
} satisfies Record<RowQueue, WorkOptions>;

/** Runs a job of a queue: the job of a row, or a scheduled run. */
export async function workJob(job: Job, found: JobWithMetadata, signal: AbortSignal): Promise<void> {
  const { singletonKey: id, retryCount, retryLimit } = found;
  if (id === null || !job.work) return job.run(signal);
  await job.work({ id, attempt: retryCount + 1, isLast: retryCount >= retryLimit, signal });
}

/**
 * Starts the queues in this process: declares them with their schedules, and starts their workers. Each job is run by
 * one of the processes that share the database. If the database is unavailable, the start is retried.
 */
export function startQueues({ db, log }: Pick<ProviderDeps, 'db' | 'log'>, jobs: readonly Job[]): StopJob {
  const boss = new PgBoss({
    ...(db.$client.options.connectionString !== undefined && {
      connectionString: db.$client.options.connectionString,
    }),
    application_name: 'markwell-jobs',
    max: connections,
    schema,
    useListenNotify: true,
    ...supervisionOptions,
    persistWarnings: false,
  });
  boss.on('error', (error) => log.warn({ error: describeError(error) }, 'pg-boss reported an error'));
  const shutdown = new AbortController();
  let restart: NodeJS.Timeout | undefined;
  const start = (): Promise<void> =>
    begin(boss, jobs, shutdown.signal).catch((error: unknown) => {
      log.warn({ error: describeError(error) }, 'pg-boss could not start, will retry');
      if (!shutdown.signal.aborted) restart = setTimeout(() => void (starting = start()), restartMs);
    });
  let starting = start();
  return async () => {
    shutdown.abort();
    clearTimeout(restart);
    await starting;
    await boss.stop({ timeout: drainMs });
  };
}

async function begin(boss: PgBoss, jobs: readonly Job[], signal: AbortSignal): Promise<void> {
  await boss.start();
  for (const job of jobs) {
    const { name } = job;
    await declareQueue(boss, name);
    await boss.schedule(name, job.cron);
    if (job.work) await startWorkers(boss, job, signal);
    else await boss.work(name, pollingOptions, () => job.run(signal));
  }
}

/** Starts the workers of a row queue. */
async function startWorkers(boss: PgBoss, job: Job, signal: AbortSignal): Promise<void> {
  const options = {
    ...workOptions[job.name as RowQueue],
    includeMetadata: true,
    perJobResults: true,
  } as const;
  const ids: string[] = [];
  const work = async (found: JobWithMetadata[]): Promise<JobResult[]> => {
    const results = await Promise.all(found.map((one) => resultOf(job, one, signal)));
    // Jobs that were sent while all workers were busy start now, instead of at the next poll.
    ids.forEach((id) => boss.notifyWorker(id));
    return results;
  };
  for (let count = 0; count < workersPerQueue; count += 1) ids.push(await boss.work(job.name, options, work));
}

const resultOf = (job: Job, found: JobWithMetadata, signal: AbortSignal): Promise<JobResult> =>
  workJob(job, found, signal).then(
    () => ({ id: found.id, status: 'completed' }),
    (error: unknown) => ({ id: found.id, status: 'failed', output: error }),
  );
