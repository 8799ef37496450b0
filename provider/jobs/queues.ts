import { sql, type SQL } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type Queue } from 'pg-boss';
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

/** Schema of the tables of pg-boss. */
export const schema = 'schedule';

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
    expireInSeconds: 6 * 3_600,
    heartbeatSeconds: 10,
  },
  // A product that cannot be read is no failure of the job; see product-read-job.ts.
  'product-reads': {
    ...perRow,
    retryLimit: 3,
    retryDelay: 10,
    expireInSeconds: 6 * 3_600,
    heartbeatSeconds: 10,
  },
} satisfies Record<string, QueueSettings>;

export type RowQueue = keyof typeof rowQueues;

/** Creates a queue, or updates its settings. */
export async function declareQueue(boss: PgBoss, name: string): Promise<void> {
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
