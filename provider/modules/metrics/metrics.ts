import { createHash, timingSafeEqual } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { describeError } from '@/lib/observability/describe-error';
import type { Executor } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { readWorkers } from '@/provider/modules/admin/workers';
import { inTime } from '@/provider/modules/service/database-watch';
import type { AppContext, AppMiddleware } from '@/provider/middleware/context';
import { Problem } from '@/provider/problem';

/** Metrics of this process and its database, for Prometheus. */
export interface Metrics {
  /** Counts requests by operation (`none` for an unknown path) and measures the durations of operations. */
  measure: AppMiddleware;
  /** Responds to a scrape. Throws UNAUTHENTICATED without the token. */
  scrape: (c: AppContext) => Promise<Response>;
}

/** Timeout of the database in a scrape. If it hangs, the metrics of the process are needed most. */
const databaseMs = 1_500;
/** Queues are counted up to this number. */
const countedRows = 10_000;

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Creates the metrics; returns null without a configured token, and then collects nothing. */
export function createMetrics(deps: ProviderDeps): Metrics | null {
  const { metricsToken, version } = deps.config;
  if (metricsToken === undefined) return null;
  const expected = digest(`Bearer ${metricsToken}`);
  const register = new Registry();
  collectDefaultMetrics({ register });
  const shared = { registers: [register] };
  new Gauge({
    ...shared,
    name: 'markwell_info',
    help: 'The release that runs.',
    labelNames: ['version'],
  }).set({ version }, 1);
  const requests = new Counter({
    ...shared,
    name: 'markwell_requests_total',
    help: 'Requests to the API by operation and status.',
    labelNames: ['operation', 'status'],
  });
  const durations = new Histogram({
    ...shared,
    name: 'markwell_request_duration_seconds',
    help: 'Time until the response begins, by operation.',
    labelNames: ['operation'],
    buckets: seconds,
  });
  const collectDatabase = databaseGauges(deps, register);
  return {
    measure: async (c, next) => {
      const start = performance.now();
      await next();
      const operation = c.get('operation');
      requests.inc({ operation: operation ?? 'none', status: c.res.status });
      if (operation) durations.observe({ operation }, (performance.now() - start) / 1_000);
    },
    scrape: async (c) => {
      if (!timingSafeEqual(digest(c.req.header('authorization') ?? ''), expected)) {
        throw new Problem('UNAUTHENTICATED');
      }
      await collectDatabase();
      return c.body(await register.metrics(), 200, { 'content-type': register.contentType });
    },
  };
}

interface DatabaseFigures {
  accounts: number;
  bookmarks: number;
  backlog: Record<string, number>;
  jobs: readonly { queue: string; state: string; count: number }[];
  workers: number;
}

/** Creates the gauges of the database and returns a function that sets them; without a response they are omitted. */
function databaseGauges({ db, log }: ProviderDeps, register: Registry): () => Promise<void> {
  const gauge = (name: string, help: string, ...labelNames: string[]): Gauge =>
    new Gauge({ registers: [register], name: `markwell_${name}`, help, labelNames });
  const connections = gauge('database_connections', 'Connections of the pool by state.', 'state');
  const isUp = gauge('database_up', 'Whether the database responds.');
  const accounts = gauge('accounts', 'Accounts, as the planner of the database estimates them.');
  const bookmarks = gauge('bookmarks', 'Bookmarks, as the planner of the database estimates them.');
  const backlog = gauge('backlog', 'Work that waits or is under way, up to 10,000 of a kind.', 'queue');
  const jobs = gauge('jobs', 'Scheduled jobs by queue and state.', 'queue', 'state');

  const workers = gauge('workers', 'Workers that are running.');

  function show(figures: DatabaseFigures | null): void {
    for (const each of [accounts, bookmarks, workers]) each.remove();
    for (const each of [backlog, jobs]) each.reset();
    isUp.set(figures === null ? 0 : 1);
    if (figures === null) return;
    accounts.set(figures.accounts);
    bookmarks.set(figures.bookmarks);
    workers.set(figures.workers);
    for (const [queue, count] of Object.entries(figures.backlog)) backlog.set({ queue }, count);
    for (const { queue, state, count } of figures.jobs) jobs.set({ queue, state }, count);
  }

  return async () => {
    const pool = db.$client;
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'used' }, pool.totalCount - pool.idleCount);
    connections.set({ state: 'awaited' }, pool.waitingCount);
    const read = readFigures(db).catch((error: unknown) => {
      log.warn({ error: describeError(error) }, 'the metrics of the database could not be read');
      return null;
    });
    show(await inTime(read, databaseMs));
  };
}

const estimate = (table: string): SQL =>
  sql`(select greatest(reltuples, 0)::float8 from pg_class where oid = ${table}::text::regclass)`;

const countOf = (rows: SQL): SQL =>
  sql`(select count(*)::int from (select ${rows} limit ${countedRows}) as counted)`;

const figuresStatement = sql`
  select ${estimate('accounts')} as accounts, ${estimate('bookmarks')} as bookmarks,
    to_regclass('schedule.job') is not null as "hasSchedule",
    json_build_object(
      'mails', ${countOf(sql`from mails`)},
      'imports', ${countOf(sql`from imports where status in ('receiving', 'queued', 'running')`)},
      'metadata', ${countOf(sql`from metadata_fetches`)}) as backlog`;

async function readFigures(db: Executor): Promise<DatabaseFigures | null> {
  const { rows } = await db.execute<Omit<DatabaseFigures, 'jobs' | 'workers'> & { hasSchedule: boolean }>(
    figuresStatement,
  );
  const [figures] = rows;
  if (!figures) return null;
  // The first process that runs jobs creates the tables of the schedule.
  const jobs = figures.hasSchedule
    ? await db.execute<DatabaseFigures['jobs'][number]>(
        sql`select name as queue, state::text as state, count(*)::int as count from schedule.job group by 1, 2`,
      )
    : { rows: [] };
  const { running } = await readWorkers({ db });
  return { ...figures, jobs: jobs.rows, workers: running };
}
