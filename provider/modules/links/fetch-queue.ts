import { inArray, lt, sql, type SQL } from 'drizzle-orm';
import { inline, toSql, type Executor } from '@/provider/db/client';
import { linkHosts } from '@/provider/db/schema/pages';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'config'>;

/** A page to fetch; `id` is that of the bookmark. */
export type DuePage = Readonly<{
  accountId: string;
  id: string;
  url: string;
  host: string;
  failures: number;
  language: string | null;
}>;

/**
 * Pages that a job fetches for their bookmarks, once each or at long intervals. Conditions are SQL over `bookmarks b`
 * and, for `isEligible`, `accounts a`.
 */
export interface FetchQueue {
  /** Table of the pages, with the host, the number of failures and the time when each is due. */
  readonly fetches: 'page_fetches' | 'cover_fetches' | 'copy_fetches';
  /** Table with the position of the scan for further bookmarks. */
  readonly progress: 'page_progress' | 'cover_progress' | 'copy_progress';
  readonly isEligible: (deps: Deps) => SQL;
  /** Bookmarks that have what the job would fetch. */
  readonly isSettled: (now: Date) => SQL;
  /** Further bookmarks that are not enrolled now, since their page was requested for a user a short time ago. */
  readonly isRecent?: (now: Date) => SQL;
  /** Times until a page that could not be read is requested again, by its number of failures; then it is given up. */
  readonly retryMs: readonly number[];
  /** Time until a page that was given up is requested again; null removes it from the queue. */
  readonly givenUpMs: number | null;
  /** Pages that one run fetches at once. */
  readonly concurrency: number;
}

const pagesMax = 60;
const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;
/** Duration of a claim. Longer than a run, so that no other worker requests a claimed page. */
const claimMs = 15 * minuteMs;
const enrolledRows = 5_000;
const candidatesMax = 1_000;
const beginning = '00000000-0000-0000-0000-000000000000';
const end = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Addresses of the web, of bookmarks and accounts in use. */
export const isFetchable = sql`b.deleted_at is null and not b.encrypted and b.url ~* '^https?://' and a.suspended_at is null`;

const table = ({ fetches }: FetchQueue): SQL => toSql(() => fetches);

/**
 * Enrols bookmarks: those created since the last call first, and, unless many are waiting, a few thousand older ones,
 * newest first. Starts over after the oldest one.
 */
export async function enrolFetches(deps: Deps, queue: FetchQueue): Promise<void> {
  const progressTable = toSql(() => queue.progress);
  await inTransaction(deps.db, async (tx) => {
    const { rows } = await tx.execute<{ newest: string; at: string }>(
      sql`select newest, bookmark_id as at from ${progressTable} for update skip locked`,
    );
    const [progress] = rows;
    if (!progress) return;
    const now = deps.clock();
    const fresh = await newestOf(tx, progress.newest, end);
    if (fresh) await tx.execute(enrol(deps, queue, { ...fresh, dueAt: new Date(0), now }));
    let at = fresh && fresh.above !== progress.newest ? fresh.above : progress.at;
    if (!(await areManyWaiting(tx, queue, now))) {
      const next = await newestOf(tx, beginning, at);
      if (next) await tx.execute(enrol(deps, queue, { ...next, dueAt: now, now }));
      at = next && next.above !== beginning ? next.above : end;
    }
    await tx.execute(
      sql`update ${progressTable} set newest = ${fresh?.upTo ?? progress.newest}, bookmark_id = ${at}`,
    );
  });
}

interface Range {
  /** Exclusive. */
  above: string;
  upTo: string;
}

/** Returns the range of the newest bookmarks between two ids, as many as one step takes; null if it is empty. */
async function newestOf(tx: Executor, above: string, upTo: string): Promise<Range | null> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`with r as materialized (
        select id from bookmarks where id > ${above} and id <= ${upTo} order by id desc limit ${enrolledRows + 1})
      (select id from r order by id desc limit 1) union all
      (select id from r order by id desc offset ${enrolledRows} limit 1)`,
  );
  const [newest, more] = rows;
  return newest ? { above: more?.id ?? above, upTo: newest.id } : null;
}

const enrol = (
  deps: Deps,
  queue: FetchQueue,
  { above, upTo, dueAt, now }: Range & { dueAt: Date; now: Date },
): SQL => sql`
  insert into ${table(queue)} (account_id, bookmark_id, host, due_at)
  select b.account_id, b.id, b.domain, ${dueAt}::timestamptz from bookmarks b join accounts a on a.id = b.account_id
  where b.id > ${above} and b.id <= ${upTo} and ${queue.isEligible(deps)} and not ${queue.isSettled(now)}
    and not ${queue.isRecent?.(now) ?? sql`false`}
    and not exists (select from ${table(queue)} f where f.account_id = b.account_id and f.bookmark_id = b.id)
  for share of b skip locked
  on conflict do nothing`;

async function areManyWaiting(tx: Executor, queue: FetchQueue, now: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`select from ${table(queue)} where due_at <= ${now} limit ${candidatesMax}`,
  );
  return rowCount === candidatesMax;
}

// Like `claimLinks`, with which it shares `link_hosts`: one page of each host, and only if no worker is requesting that
// host or has just done so; the others of a host are deferred. Pages that are no longer to be fetched are deleted.
const claim = (deps: Deps, queue: FetchQueue, now: Date, until: Date): SQL => sql`
  with due as (
    select account_id, bookmark_id, host, due_at from ${table(queue)} where due_at <= ${now}
    order by due_at, bookmark_id desc limit ${inline(candidatesMax)} for update skip locked
  ), live as (
    select d.*, b.url, a.preferences ->> 'language' as language,
      row_number() over (partition by d.host order by d.due_at, d.bookmark_id desc) as place
    from due d join bookmarks b on b.account_id = d.account_id and b.id = d.bookmark_id join accounts a on a.id = b.account_id
    where ${queue.isEligible(deps)} and not ${queue.isSettled(now)}
  ), let_go as (
    delete from ${table(queue)} f using due d
    where f.account_id = d.account_id and f.bookmark_id = d.bookmark_id
      and not exists (select from live l where l.account_id = d.account_id and l.bookmark_id = d.bookmark_id)
  ), hosts as (
    insert into link_hosts (host, free_at)
    select host, ${until} from (
      select host from live where place = 1 order by due_at, bookmark_id desc limit ${inline(pagesMax)}) l order by host
    on conflict (host) do update set free_at = excluded.free_at where link_hosts.free_at <= ${now}
    returning host
  ), deferred as (
    update ${table(queue)} f set due_at = case
        when h.host is null then ${now}::timestamptz + l.place * interval '1 minute'
        when l.place = 1 then ${until}
        else ${now}::timestamptz + (l.place - 1) * interval '1 minute' end
    from live l left join hosts h on h.host = l.host
    where f.account_id = l.account_id and f.bookmark_id = l.bookmark_id
  )
  select l.account_id as "accountId", l.bookmark_id as id, l.url, l.host, l.language, f.failures
  from live l join hosts h on h.host = l.host
    join ${table(queue)} f on f.account_id = l.account_id and f.bookmark_id = l.bookmark_id
  where l.place = 1
  order by l.due_at, l.bookmark_id desc`;

/** Claims due pages, at most one of each host. The worker has to report each; otherwise they become due again. */
export async function claimFetches(deps: Deps, queue: FetchQueue): Promise<DuePage[]> {
  const now = deps.clock();
  const { rows } = await deps.db.execute<DuePage>(claim(deps, queue, now, new Date(now.getTime() + claimMs)));
  return rows;
}

/** Whether a claimed page is still to be fetched: its bookmark may have changed, or a request may have fetched it. */
export async function isStillDue(
  { db, clock }: Deps,
  queue: FetchQueue,
  { accountId, id, url }: DuePage,
): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from bookmarks b
      where b.account_id = ${accountId} and b.id = ${id} and b.url = ${url} and b.deleted_at is null
        and not ${queue.isSettled(clock())}`,
  );
  return rowCount === 1;
}

/**
 * `over`: stored, or no longer to be fetched. `failed`: counted as a failure. `unreachable`: the same, unless our own
 * network seems to be down. `later`: no usable response, not counted. `untouched`: not requested, because the process is
 * shutting down.
 */
export type Outcome = 'over' | 'failed' | 'unreachable' | 'later' | 'untouched';

export interface FetchReport {
  page: DuePage;
  outcome: Outcome;
  /** Time until a page that is over is requested again; without it, it leaves the queue. */
  againMs?: number;
}

const laterMs = 60 * minuteMs;
const hostPauseMs = 5_000;
/** If at least this many pages could not be reached and no other could, our own network is assumed to be down. */
const networkProbeMin = 5;

interface Next {
  failures: number;
  delayMs: number;
}

/** Returns when a page is requested again, null if never, and whether it is given up. */
function nextOf(
  queue: FetchQueue,
  { page: { failures }, outcome, againMs }: FetchReport,
): { next: Next | null; isGivenUp: boolean } {
  const again = (next: Next | null) => ({ next, isGivenUp: false });
  if (outcome === 'over') return again(againMs === undefined ? null : { failures: 0, delayMs: againMs });
  if (outcome === 'untouched') return again({ failures, delayMs: 0 });
  if (outcome === 'later') return again({ failures, delayMs: laterMs });
  const retryMs = queue.retryMs[failures];
  if (retryMs !== undefined) return again({ failures: failures + 1, delayMs: retryMs });
  return { next: queue.givenUpMs === null ? null : { failures, delayMs: queue.givenUpMs }, isGivenUp: true };
}

/** Stores the results of a run, and releases the hosts. Returns the pages that are given up. */
export async function reportFetches(
  { db, clock }: Deps,
  queue: FetchQueue,
  reports: readonly FetchReport[],
): Promise<DuePage[]> {
  const now = clock().getTime();
  const isOffline =
    reports.length >= networkProbeMin && reports.every(({ outcome }) => outcome === 'unreachable');
  const results = reports.map((report) => ({
    page: report.page,
    ...nextOf(queue, isOffline ? { ...report, outcome: 'later' } : report),
  }));
  const waiting = results.flatMap(({ page, next }) => (next ? [{ page, ...next }] : []));
  const done = results.flatMap(({ page, next }) => (next ? [] : [page]));
  const hostsOf = (isTouched: boolean): string[] =>
    reports.flatMap(({ page, outcome }) => ((outcome !== 'untouched') === isTouched ? [page.host] : []));
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      update ${table(queue)} f set failures = r.failures, due_at = r.due_at
      from unnest(${sql.param(waiting.map(({ page }) => page.accountId))}::uuid[],
        ${sql.param(waiting.map(({ page }) => page.id))}::uuid[],
        ${sql.param(waiting.map(({ failures }) => failures))}::smallint[],
        ${sql.param(waiting.map(({ delayMs }) => new Date(now + delayMs)))}::timestamptz[]) r (account_id, id, failures, due_at)
      where f.account_id = r.account_id and f.bookmark_id = r.id`);
    await tx.execute(sql`
      delete from ${table(queue)} f
      using unnest(${sql.param(done.map(({ accountId }) => accountId))}::uuid[],
        ${sql.param(done.map(({ id }) => id))}::uuid[]) r (account_id, id)
      where f.account_id = r.account_id and f.bookmark_id = r.id`);
    await free(tx, hostsOf(true), new Date(now + hostPauseMs));
    await free(tx, hostsOf(false), new Date(now));
    await tx.delete(linkHosts).where(lt(linkHosts.freeAt, new Date(now - 60 * minuteMs)));
  });
  return results.flatMap(({ page, isGivenUp }) => (isGivenUp ? [page] : []));
}

async function free(tx: Executor, hosts: readonly string[], freeAt: Date): Promise<void> {
  await tx
    .update(linkHosts)
    .set({ freeAt })
    .where(inArray(linkHosts.host, [...hosts]));
}
