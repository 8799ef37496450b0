import { sql, type SQL } from 'drizzle-orm';
import {
  fromDrizzle,
  PgBoss,
  type JobResult,
  type JobWithMetadata,
  type Queue,
  type WorkOptions,
} from 'pg-boss';
import { describeError } from '@/lib/observability/describe-error';
import type { Database, Executor } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';

/** Stops background work; resolves when running jobs have finished. */
export type StopJob = () => Promise<void>;

/** The data of a job for one row. */
export interface RowJob {
  /** Id of the row. */
  readonly id: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Whether no retry follows this attempt. */
  readonly isLast: boolean;
  /** Aborted on shutdown. */
  readonly signal: AbortSignal;
}

/** Background work with its own queue. Jobs are idempotent: running one twice, or in two processes at once, is safe. */
export interface Job {
  /** Queue name. */
  readonly name: string;
  /** Schedule in UTC. */
  readonly cron: string;
  /** Scheduled work. After a failure it runs again at the next scheduled time. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Handles a job sent by {@link sendRowJob}; a rejection makes pg-boss retry it. Only for queues of rows. */
  readonly work?: (job: RowJob) => Promise<void>;
}

export type MakeJob = (deps: ProviderDeps) => Job;

const schema = 'schedule';
/** A NOTIFY starts a job at once. Polling finds delayed jobs, and all jobs while LISTEN is unavailable. */
const pollingOptions = { pollingIntervalSeconds: 15, notifyPollingIntervalSeconds: 30 };
/** How often pg-boss checks for jobs whose process has died. */
const supervisionOptions = { superviseIntervalSeconds: 20, monitorIntervalSeconds: 15 };
const restartMs = 30_000;
const drainMs = 20_000;
/** For workers and supervision; LISTEN uses one more connection. */
const connections = 2;

type QueueSettings = Omit<Queue, 'name'>;

/** At most one scheduled run is queued, so that jobs that take longer than their interval do not accumulate. */
const scheduled: QueueSettings = {
  policy: 'stately',
  retryLimit: 0,
  // Finished jobs are retained for a day, so that administrators can see failures.
  deleteAfterSeconds: 24 * 3_600,
  notify: true,
  // A missing heartbeat means that the process has died: the job fails, and the next one can start.
  heartbeatSeconds: 30,
};

/** Every job belongs to one row, and a row has at most one unfinished job. */
const perRow: QueueSettings = { ...scheduled, policy: 'exclusive', retryBackoff: true };

export const rowQueues = {
  // 30 to 60 seconds, doubling each time up to an hour: more than three days in total.
  mails: { ...perRow, retryLimit: 100, retryDelay: 30, retryDelayMax: 3_600 },
  // One to two minutes, doubling each time: about two hours in total.
  'bookmark-metadata': { ...perRow, retryLimit: 6, retryDelay: 60 },
  // 10 to 20 seconds, doubling each time up to a minute. More retries than an import has attempts.
  imports: {
    ...perRow,
    retryLimit: 10,
    retryDelay: 10,
    retryDelayMax: 60,
    // A merge runs as long as the upload that it reads from.
    expireInSeconds: 6 * 3_600,
    heartbeatSeconds: 10,
    // The process that receives a file notifies its own workers: only they can read the upload while it arrives.
    notify: false,
  },
} satisfies Record<string, QueueSettings>;

export type RowQueue = keyof typeof rowQueues;

const workersPerQueue = 2;
/** After a full batch the next one is fetched at once; otherwise a NOTIFY announces the next job. */
const batchOptions = { ...pollingOptions, batchSize: 2, burstWhenBatchFull: true };
const workOptions = {
  mails: batchOptions,
  'bookmark-metadata': batchOptions,
  // One at a time: a merge keeps a core of the database busy.
  imports: { pollingIntervalSeconds: 5 },
} satisfies Record<RowQueue, WorkOptions>;

async function declareQueue(boss: PgBoss, name: string): Promise<void> {
  const settings: QueueSettings = name in rowQueues ? rowQueues[name as RowQueue] : scheduled;
  const { policy: _policy, ...options } = settings;
  await boss.createQueue(name, settings);
  await boss.updateQueue(name, options);
}

/** Installs pg-boss in its own schema, with the queues that requests send to. Runs with the migrations. */
export async function installQueues(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema,
    max: 1,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  try {
    await boss.start();
    for (const name of Object.keys(rowQueues)) await declareQueue(boss, name);
  } finally {
    await boss.stop({ graceful: false });
  }
}

const clients = new WeakMap<Database, PgBoss>();

/**
 * Returns the client that sends and reads jobs on the connections of the app. It is never started, so it has no workers
 * and no schedule.
 */
export function queueClient(db: Database): PgBoss {
  const known = clients.get(db);
  if (known !== undefined) return known;
  const executor = { executeSql: (text: string, values?: unknown[]) => db.$client.query(text, values) };
  const client = new PgBoss({ db: executor, schema });
  clients.set(db, client);
  return client;
}

/** Sends the job of a row in the transaction that writes the row. Has no effect if the row has an unfinished job. */
export async function sendRowJob(
  tx: Executor,
  { db }: Pick<ProviderDeps, 'db'>,
  queue: RowQueue,
  id: string,
): Promise<void> {
  await queueClient(db).send(queue, {}, { singletonKey: id, db: fromDrizzle(tx, sql) });
}

/** Sends missing jobs of rows: a backup contains the rows, but not the queues. `ids` selects the ids of the rows. */
export async function sendMissingRowJobs(db: Database, queue: RowQueue, ids: SQL): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select r.id::text as id from (${ids}) r (id) where not exists (
      select from schedule.job j
      where j.name = ${queue} and j.singleton_key = r.id::text and j.state < 'completed')`);
  const jobs = rows.map(({ id }) => ({ singletonKey: id }));
  if (jobs.length > 0) await queueClient(db).insert(queue, jobs);
}

type Notify = (queue: RowQueue) => void;
const notifiers = new WeakMap<Database, Set<Notify>>();

/** Registers the workers of this process for {@link notifyWorkers}; the result removes them. */
export function addWorkers(db: Database, notify: Notify): () => void {
  const known = notifiers.get(db) ?? new Set<Notify>();
  notifiers.set(db, known.add(notify));
  return () => known.delete(notify);
}

/** Makes the workers of this process fetch a job at once. Other processes find it when they poll. */
export function notifyWorkers(db: Database, queue: RowQueue): void {
  for (const notify of notifiers.get(db) ?? []) notify(queue);
}

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
  const workers: Worker[] = [];
  const removeWorkers = addWorkers(db, (queue) => {
    for (const { name, id } of workers) if (name === queue) boss.notifyWorker(id);
  });
  const shutdown = new AbortController();
  let restart: NodeJS.Timeout | undefined;
  const start = (): Promise<void> =>
    begin(boss, jobs, workers, shutdown.signal).catch((error: unknown) => {
      log.warn({ error: describeError(error) }, 'pg-boss could not start, will retry');
      if (!shutdown.signal.aborted) restart = setTimeout(() => void (starting = start()), restartMs).unref();
    });
  let starting = start();
  return async () => {
    shutdown.abort();
    clearTimeout(restart);
    removeWorkers();
    await starting;
    await boss.stop({ timeout: drainMs });
  };
}

/** A worker of a row queue. */
interface Worker {
  readonly name: string;
  readonly id: string;
}

async function begin(
  boss: PgBoss,
  jobs: readonly Job[],
  workers: Worker[],
  signal: AbortSignal,
): Promise<void> {
  await boss.start();
  for (const job of jobs) {
    const { name } = job;
    await declareQueue(boss, name);
    await boss.schedule(name, job.cron);
    if (!job.work) {
      await boss.work(name, pollingOptions, () => job.run(signal));
      continue;
    }
    const options = { ...workOptions[name as RowQueue], includeMetadata: true, perJobResults: true } as const;
    for (let count = 0; count < workersPerQueue; count += 1) {
      const id = await boss.work(name, options, (found: JobWithMetadata[]) =>
        Promise.all(found.map((one) => resultOf(job, one, signal))),
      );
      workers.push({ name, id });
    }
  }
}

const resultOf = (job: Job, found: JobWithMetadata, signal: AbortSignal): Promise<JobResult> =>
  workJob(job, found, signal).then(
    () => ({ id: found.id, status: 'completed' }),
    (error: unknown) => ({ id: found.id, status: 'failed', output: error }),
  );
