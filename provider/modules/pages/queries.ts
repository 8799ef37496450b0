import { inArray, lt, sql, type SQL } from 'drizzle-orm';
import { Plan } from '@/lib/contract/account';
import type { Content } from '@/lib/contract/bookmarks';
import { hasFeature } from '@/lib/domain/plans';
import { inline, type Executor } from '@/provider/db/client';
import { linkHosts, pageProgress } from '@/provider/db/schema/pages';
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
}>;

/** Maximum number of pages that one run requests. */
const pagesMax = 60;

const minuteMs = 60_000;
/** Duration of a claim. Longer than a run, so that no other worker requests a claimed page. */
const claimMs = 15 * minuteMs;
const enrolledRows = 5_000;
const candidatesMax = 1_000;
const beginning = '00000000-0000-0000-0000-000000000000';
const end = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const plansWithTexts = sql.join(
  Plan.options.filter((plan) => hasFeature(plan, 'pageText')).map((plan) => inline(plan)),
  sql`, `,
);

// Pages that can be fetched, of accounts that are active and may search page texts.
const isReadable = (allAccounts: boolean): SQL =>
  sql`b.deleted_at is null and not b.encrypted and b.url ~* '^https?://'
    and a.suspended_at is null and ${havePageTexts(allAccounts)}`;

const havePageTexts = (allAccounts: boolean): SQL => sql`(${allAccounts} or a.plan in (${plansWithTexts}))`;

/** Whether the plan of `accounts a` includes the texts of pages. */
export const hasPageTexts = (deps: Deps): SQL => havePageTexts(allHavePageTexts(deps));

/** Whether the installation gives all accounts a plan with page texts, regardless of their own plan. */
const allHavePageTexts = ({ config }: Deps): boolean =>
  config.selfHostedPlan !== undefined && hasFeature(config.selfHostedPlan, 'pageText');

interface Range {
  /** Exclusive. */
  above: string;
  upTo: string;
}

/**
 * Enrols pages that have no text yet: those of bookmarks created since the last call, before all others, and, unless
 * many pages are waiting, those of a few thousand older bookmarks, newest first. Starts over after the oldest one.
 */
export async function enrolPages(deps: Deps): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const [progress] = await tx
      .select({ newest: pageProgress.newest, at: pageProgress.bookmarkId })
      .from(pageProgress)
      .for('update', { skipLocked: true });
    if (!progress) return;
    const now = deps.clock();
    const fresh = await newestOf(tx, { above: progress.newest, upTo: end });
    if (fresh) await enrol(tx, deps, { ...fresh, dueAt: new Date(0) });
    // If more were created than one step takes, continue with the rest of them.
    let at = fresh && fresh.above !== progress.newest ? fresh.above : progress.at;
    if (!(await areManyWaiting(tx, now))) {
      const next = await newestOf(tx, { above: beginning, upTo: at });
      if (next) await enrol(tx, deps, { ...next, dueAt: now });
      at = next && next.above !== beginning ? next.above : end;
    }
    await tx.update(pageProgress).set({ newest: fresh?.upTo ?? progress.newest, bookmarkId: at });
  });
}

/** Returns the range of the newest bookmarks of a range, as many as one step takes; null if it is empty. */
async function newestOf(tx: Executor, { above, upTo }: Range): Promise<Range | null> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`with r as materialized (
        select id from bookmarks where id > ${above} and id <= ${upTo} order by id desc limit ${enrolledRows + 1})
      (select id from r order by id desc limit 1) union all
      (select id from r order by id desc offset ${enrolledRows} limit 1)`,
  );
  const [newest, more] = rows;
  return newest ? { above: more?.id ?? above, upTo: newest.id } : null;
}

// Pages that a user recently requested without success are also skipped.
const enrolStatement = (
  { above, upTo, dueAt }: Range & { dueAt: Date },
  allAccounts: boolean,
  now: Date,
): SQL => sql`
  insert into page_fetches (account_id, bookmark_id, host, due_at)
  select b.account_id, b.id, b.domain, ${dueAt} from bookmarks b join accounts a on a.id = b.account_id
  where b.id > ${above} and b.id <= ${upTo} and ${isReadable(allAccounts)}
    and not exists (select from page_fetches f where f.account_id = b.account_id and f.bookmark_id = b.id)
    and not exists (select from page_contents c
      where c.account_id = b.account_id and c.bookmark_id = b.id and (c.status = 'ready'
      or c.fetched_at > ${now}::timestamptz - case when c.status in ('unreachable', 'failing', 'missing') then interval '1 day' else interval '30 days' end))
  for share of b skip locked
  on conflict do nothing`;

async function enrol(tx: Executor, deps: Deps, range: Range & { dueAt: Date }): Promise<void> {
  await tx.execute(enrolStatement(range, allHavePageTexts(deps), deps.clock()));
}

async function areManyWaiting(tx: Executor, now: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`select from page_fetches where due_at <= ${now} limit ${candidatesMax}`,
  );
  return rowCount === candidatesMax;
}

// Like claimLinks: one page of each host, and only if no worker is requesting that host or has just done so; the others
// of a host are deferred. Pages that are no longer to be read are deleted.
const claim = (now: Date, until: Date, allAccounts: boolean): SQL => sql`
  with due as (
    select account_id, bookmark_id, host, due_at from page_fetches where due_at <= ${now}
    order by due_at, bookmark_id desc limit ${inline(candidatesMax)} for update skip locked
  ), live as (
    select d.*, b.url, row_number() over (partition by d.host order by d.due_at, d.bookmark_id desc) as place
    from due d join bookmarks b on b.account_id = d.account_id and b.id = d.bookmark_id join accounts a on a.id = b.account_id
    where ${isReadable(allAccounts)} and not exists
      (select from page_contents c
        where c.account_id = d.account_id and c.bookmark_id = d.bookmark_id and c.status = 'ready')
  ), let_go as (
    delete from page_fetches f using due d
    where f.account_id = d.account_id and f.bookmark_id = d.bookmark_id and not exists (select from live l where l.bookmark_id = d.bookmark_id)
  ), hosts as (
    insert into link_hosts (host, free_at)
    select host, ${until} from (
      select host from live where place = 1 order by due_at, bookmark_id desc limit ${inline(pagesMax)}) l order by host
    on conflict (host) do update set free_at = excluded.free_at where link_hosts.free_at <= ${now}
    returning host
  ), deferred as (
    update page_fetches f set due_at = case
        when h.host is null then ${now}::timestamptz + l.place * interval '1 minute'
        when l.place = 1 then ${until}
        else ${now}::timestamptz + (l.place - 1) * interval '1 minute' end
    from live l left join hosts h on h.host = l.host
    where f.account_id = l.account_id and f.bookmark_id = l.bookmark_id
  )
  select l.account_id as "accountId", l.bookmark_id as id, l.url, l.host, f.failures
  from live l join hosts h on h.host = l.host join page_fetches f on f.account_id = l.account_id and f.bookmark_id = l.bookmark_id
  where l.place = 1
  order by l.due_at, l.bookmark_id desc`;

/** Claims due pages, at most one of each host. The worker has to report each; otherwise they become due again. */
export async function claimPages(deps: Deps): Promise<DuePage[]> {
  const now = deps.clock();
  const until = new Date(now.getTime() + claimMs);
  const { rows } = await deps.db.execute<DuePage>(claim(now, until, allHavePageTexts(deps)));
  return rows;
}

/** Whether a claimed page is still to be fetched: its bookmark may have changed, or a request may have fetched it. */
export async function isStillDue(
  { db }: Pick<ProviderDeps, 'db'>,
  { accountId, id, url }: DuePage,
): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from bookmarks b
      where b.account_id = ${accountId} and b.id = ${id} and b.url = ${url} and b.deleted_at is null
        and not exists (select from page_contents c
          where c.account_id = b.account_id and c.bookmark_id = b.id and c.status = 'ready')`,
  );
  return rowCount === 1;
}

const dayMs = 24 * 60 * minuteMs;
/** Minimum time between two requests to a host. */
const hostPauseMs = 5_000;
/** If at least this many sites were requested and none responded, our own network is assumed to be down. */
const networkProbeMin = 5;

/**
 * Result of a page: the status of its content; `later` without a usable response; `over` if it need not be fetched any
 * more, since a request fetched it or its bookmark has changed; `untouched` if it was not requested.
 */
export type Outcome = Content['status'] | 'later' | 'over' | 'untouched';

export interface PageReport {
  page: DuePage;
  outcome: Outcome;
}

const unavailable = ['unreachable', 'failing', 'missing'] as const;
type Unavailable = (typeof unavailable)[number];

const isUnavailable = (outcome: Outcome): outcome is Unavailable =>
  (unavailable as readonly Outcome[]).includes(outcome);

/** Time until a page without text is requested again. */
const retryMs: Readonly<Record<Exclude<Outcome, 'ready' | 'over' | Unavailable>, number>> = {
  refused: 30 * dayMs,
  unsupported: 30 * dayMs,
  empty: 30 * dayMs,
  later: 60 * minuteMs,
  untouched: 0,
};

/** Times until an unavailable page is requested again, by its number of failures: a day, weeks, then a month. */
const unreachableRetryMs = [dayMs, 7 * dayMs, 7 * dayMs, 7 * dayMs, 7 * dayMs];
const lastRetryMs = 30 * dayMs;

interface Next {
  accountId: string;
  id: string;
  failures: number;
  dueInMs: number;
}

function nextOf({ page: { accountId, id, failures }, outcome }: PageReport): Next[] {
  if (outcome === 'ready' || outcome === 'over') return [];
  if (!isUnavailable(outcome)) return [{ accountId, id, failures, dueInMs: retryMs[outcome] }];
  const dueInMs = unreachableRetryMs[failures] ?? lastRetryMs;
  return [{ accountId, id, failures: Math.min(failures + 1, unreachableRetryMs.length), dueInMs }];
}

const write = (next: readonly Next[], now: number): SQL => sql`
  update page_fetches f set failures = r.failures, due_at = r.due_at
  from unnest(${sql.param(next.map(({ accountId }) => accountId))}::uuid[],
    ${sql.param(next.map(({ id }) => id))}::uuid[],
    ${sql.param(next.map(({ failures }) => failures))}::smallint[],
    ${sql.param(next.map(({ dueInMs }) => new Date(now + dueInMs)))}::timestamptz[]) r (account_id, id, failures, due_at)
  where f.account_id = r.account_id and f.bookmark_id = r.id`;

const remove = (done: readonly PageReport[]): SQL => sql`
  delete from page_fetches f
  using unnest(${sql.param(done.map(({ page }) => page.accountId))}::uuid[],
    ${sql.param(done.map(({ page }) => page.id))}::uuid[]) r (account_id, id)
  where f.account_id = r.account_id and f.bookmark_id = r.id`;

async function free(tx: Executor, hosts: readonly string[], freeAt: Date): Promise<void> {
  await tx
    .update(linkHosts)
    .set({ freeAt })
    .where(inArray(linkHosts.host, [...hosts]));
}

/** Stores the results of a run: when each page is requested again, if at all. Releases the hosts. */
export async function reportPages(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  reports: readonly PageReport[],
): Promise<void> {
  const now = clock().getTime();
  const trusted = isOffline(reports)
    ? reports.map(({ page }) => ({ page, outcome: 'later' as const }))
    : reports;
  const next = trusted.flatMap(nextOf);
  const done = trusted.filter(({ outcome }) => outcome === 'ready' || outcome === 'over');
  const hostsOf = (isTouched: boolean): string[] =>
    reports.flatMap(({ page, outcome }) => ((outcome !== 'untouched') === isTouched ? [page.host] : []));
  await inTransaction(db, async (tx) => {
    await tx.execute(write(next, now));
    await tx.execute(remove(done));
    await free(tx, hostsOf(true), new Date(now + hostPauseMs));
    await free(tx, hostsOf(false), new Date(now));
    await tx.delete(linkHosts).where(lt(linkHosts.freeAt, new Date(now - 60 * minuteMs)));
  });
}

const isOffline = (reports: readonly PageReport[]): boolean =>
  reports.length >= networkProbeMin && reports.every(({ outcome }) => outcome === 'unreachable');
