import { sql, type SQL } from 'drizzle-orm';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { AdminHealth, AdminStats, HealthCheck } from '@/lib/contract/admin';
import type { Database } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { dayOf } from '@/provider/modules/admin/errors';
import { readQueues } from '@/provider/modules/admin/jobs';
import { printTime } from '@/provider/modules/admin/presenter';
import { isAdminSql } from '@/provider/modules/admin/user-list';
import { readWorkers } from '@/provider/modules/admin/workers';
import { readSimilarity } from '@/provider/modules/meanings/embeddings';

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'config'>;

const dayMs = 24 * 60 * 60_000;

async function readOne<Row extends Record<string, unknown>>(db: Database, query: SQL): Promise<Row> {
  const { rows } = await db.execute(query);
  const [row] = rows as Row[];
  if (!row) throw new Error('a statistics query returned no row');
  return row;
}

/** Returns the days of the statistics, oldest first. */
const lastDays = (now: Date): string[] =>
  Array.from({ length: serviceLimits.statsDays }, (_, index) =>
    dayOf(new Date(now.getTime() - (serviceLimits.statsDays - 1 - index) * dayMs)),
  );

async function countAccounts({ db, config }: Deps): Promise<AdminStats['accounts']> {
  return readOne(
    db,
    sql`select count(*)::integer as total, count(a.email_verified_at)::integer as verified,
      (count(*) filter (where a.plan = 'pro'))::integer as pro, count(a.suspended_at)::integer as suspended,
      (count(*) filter (where ${isAdminSql(config)}))::integer as admins
    from accounts a where a.email <> ''`,
  );
}

async function countActive({ db, clock }: Deps): Promise<AdminStats['active']> {
  const since = (days: number): string => new Date(clock().getTime() - days * dayMs).toISOString();
  return readOne(
    db,
    sql`select count(*)::integer as month,
      (count(*) filter (where last_active_at > ${since(7)}))::integer as week,
      (count(*) filter (where last_active_at > ${since(1)}))::integer as day
    from account_activity where last_active_at > ${since(30)}`,
  );
}

async function countNewAccounts({ db, clock }: Deps): Promise<AdminStats['newAccounts']> {
  const days = lastDays(clock());
  const { rows } = await db.execute<{ date: string; count: number }>(sql`
    select to_char(created_at, 'YYYY-MM-DD') as date, count(*)::integer as count from accounts
    where created_at >= ${days[0]}::timestamptz and email <> '' group by 1`);
  const counts = new Map(rows.map(({ date, count }) => [date, count]));
  return days.map((date) => ({ date, count: counts.get(date) ?? 0 }));
}

async function countErrors({ db, clock }: Deps): Promise<AdminStats['errors']> {
  const days = lastDays(clock());
  const { rows } = await db.execute<{ day: string; responses: number; jobs: number }>(sql`
    select day::text, coalesce(sum(count) filter (where kind = 'response'), 0)::integer as responses,
      coalesce(sum(count) filter (where kind = 'job'), 0)::integer as jobs
    from error_counts where day >= ${days[0]}::date group by 1`);
  const byDay = new Map(rows.map(({ day, ...counts }) => [day, counts]));
  return days.map((date) => ({ date, ...(byDay.get(date) ?? { responses: 0, jobs: 0 }) }));
}

async function countImports({ db, clock }: Deps): Promise<AdminStats['imports']> {
  const since = new Date(clock().getTime() - serviceLimits.statsDays * dayMs).toISOString();
  const { rows } = await db.execute<{ status: string; count: number }>(sql`
    select status, count(*)::integer as count from imports
    where created_at > ${since} and not dry_run group by 1`);
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  const countOf = (status: string): number => counts.get(status) ?? 0;
  return {
    queued: countOf('receiving') + countOf('queued'),
    running: countOf('running'),
    done: countOf('done'),
    failed: countOf('failed'),
    undone: countOf('undone'),
  };
}

interface Stored extends Record<string, unknown> {
  bookmarks: string;
  collections: string;
  spaces: number;
  stored_bytes: string;
  database_bytes: string;
}

/**
 * Returns statistics of the whole installation. The queries run sequentially, so that the page does not slow down
 * other requests.
 */
export async function getStats(deps: Deps): Promise<AdminStats> {
  const stored = await readOne<Stored>(
    deps.db,
    sql`select coalesce(sum(bookmark_count), 0) as bookmarks, coalesce(sum(collection_count), 0) as collections,
      count(*)::integer as spaces, coalesce(sum(stored_bytes), 0)
        + (select coalesce(sum(bytes), 0) from blob_usage) as stored_bytes,
      pg_database_size(current_database()) as database_bytes
    from spaces`,
  );
  const queues = await readQueues(deps);
  const jobs = (state: 'queued' | 'active' | 'failed'): number =>
    queues.reduce((sum, queue) => sum + queue[state], 0);
  return {
    accounts: await countAccounts(deps),
    active: await countActive(deps),
    newAccounts: await countNewAccounts(deps),
    bookmarks: Number(stored.bookmarks),
    collections: Number(stored.collections),
    spaces: stored.spaces,
    imports: await countImports(deps),
    jobs: { queued: jobs('queued'), active: jobs('active'), failed: jobs('failed') },
    errors: await countErrors(deps),
    storageBytes: Number(stored.stored_bytes),
    databaseBytes: Number(stored.database_bytes),
  };
}

const slowStatementMs = 100;
const minimumFreeBytes = 1024 ** 3;
const lateJobsSeconds = 300;
const overdueMs = 10 * 60_000;
const connectionShare = 0.8;

const atMost = (name: HealthCheck['name'], value: number | null, limit: number): HealthCheck => ({
  name,
  status: value === null ? 'unknown' : value > limit ? 'warning' : 'ok',
  value,
  limit,
});

interface Server extends Record<string, unknown> {
  version: string;
  started_at: string;
  bytes: string;
  connections: number;
  max_connections: number;
  overdue: number;
}

/** Returns the state of the responding process, of the database and of background jobs. */
export async function getHealth(deps: ProviderDeps): Promise<AdminHealth> {
  const { db, clock, config } = deps;
  const queryStart = performance.now();
  await db.execute(sql`select 1`);
  const statementMs = Math.round((performance.now() - queryStart) * 10) / 10;
  const server = await readOne<Server>(
    db,
    sql`select current_setting('server_version') as version, pg_postmaster_start_time() as started_at,
      pg_database_size(current_database()) as bytes,
      (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::integer as max_connections,
      (select count(*)::integer from mails where created_at < ${new Date(clock().getTime() - overdueMs).toISOString()})
        as overdue`,
  );
  const free = await deps.freeBytes();
  const workers = await readWorkers(deps);
  const runs = (await readQueues(deps)).map(({ lastRunAt }) => lastRunAt ?? '').filter(Boolean);
  const lastRun = runs.toSorted().at(-1);
  // Jobs are scheduled by the clock of the database server.
  const idleSeconds = lastRun === undefined ? null : Math.round((Date.now() - Date.parse(lastRun)) / 1_000);
  return {
    version: config.version,
    startedAt: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
    memoryBytes: process.memoryUsage.rss(),
    database: {
      version: server.version,
      startedAt: printTime(server.started_at),
      bytes: Number(server.bytes),
    },
    checks: [
      atMost('database', statementMs, slowStatementMs),
      atMost('connections', server.connections, Math.floor(server.max_connections * connectionShare)),
      {
        name: 'disk',
        status: free === null ? 'unknown' : free < minimumFreeBytes ? 'warning' : 'ok',
        value: free,
        limit: minimumFreeBytes,
      },
      {
        name: 'worker',
        status: workers.running === 0 ? 'warning' : 'ok',
        value: workers.machines,
        limit: null,
      },
      atMost('jobs', idleSeconds, lateJobsSeconds),
      atMost('mails', server.overdue, 0),
    ],
    workers,
    similarity: await readSimilarity(deps),
    features: {
      billing: config.billing,
      google: deps.google !== null,
      model: deps.askModel !== null,
      pageTexts: config.pageTexts,
    },
  };
}
