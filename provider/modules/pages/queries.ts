import { inArray, lt, sql, type SQL } from 'drizzle-orm';
import { Plan } from '@/lib/contract/account';
import type { Content } from '@/lib/contract/bookmarks';
import { hasFeature } from '@/lib/domain/plans';
import { inline, type Executor } from '@/provider/db/client';
import { linkHosts, pageProgress } from '@/provider/db/schema/pages';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'config'>;

/** `id` is that of the bookmark. */
export type DuePage = Readonly<{
  accountId: string;
  id: string;
  url: string;
  host: string;
  failures: number;
}>;

/** How many pages one run asks for at most. */
const pagesMax = 60;

const minuteMs = 60_000;
/** Longer than a run can take: what is claimed is not requested by another worker meanwhile. */
const claimMs = 15 * minuteMs;
const enrolledRows = 5_000;
const lookedAt = 1_000;
const beginning = '00000000-0000-0000-0000-000000000000';
const end = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const plansWithTexts = sql.join(
  Plan.options.filter((plan) => hasFeature(plan, 'pageText')).map((plan) => inline(plan)),
  sql`, `,
);

// Pages whose text may be searched, by an account that is there to do it.
const isReadable = (everybody: boolean): SQL =>
  sql`b.deleted_at is null and not b.encrypted and b.url ~ '^https?://'
    and a.suspended_at is null and (${everybody} or a.plan in (${plansWithTexts}))`;

/** Whether the installation gives everybody a plan with page texts, whatever the account says. */
const everybodyHasTexts = ({ config }: Deps): boolean =>
  config.selfHostedPlan !== undefined && hasFeature(config.selfHostedPlan, 'pageText');

interface Range {
  /** Exclusive. */
  above: string;
  upTo: string;
}

/**
 * Takes up pages that have no text yet: those of the bookmarks that came since the last call, which go before all
 * others, and while not many wait, those of a few thousand more, the newest first, round and round.
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
    // More came than are taken at once: the way begins behind those.
    let at = fresh && fresh.above !== progress.newest ? fresh.above : progress.at;
    if (!(await areManyWaiting(tx, now))) {
      const next = await newestOf(tx, { above: beginning, upTo: at });
      if (next) await enrol(tx, deps, { ...next, dueAt: now });
      at = next && next.above !== beginning ? next.above : end;
    }
    await tx.update(pageProgress).set({ newest: fresh?.upTo ?? progress.newest, bookmarkId: at });
  });
}

/** The newest bookmarks of a range, as many as one step takes; all of it when there are no more. Null if it is empty. */
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

// What a person has just read in vain is not asked for again either.
const fill = ({ above, upTo, dueAt }: Range & { dueAt: Date }, everybody: boolean, now: Date): SQL => sql`
  insert into page_fetches (account_id, bookmark_id, host, due_at)
  select b.account_id, b.id, b.domain, ${dueAt} from bookmarks b join accounts a on a.id = b.account_id
  where b.id > ${above} and b.id <= ${upTo} and ${isReadable(everybody)}
    and not exists (select from page_fetches f where f.account_id = b.account_id and f.bookmark_id = b.id)
    and not exists (select from page_contents c
      where c.account_id = b.account_id and c.bookmark_id = b.id and (c.status = 'ready'
      or c.fetched_at > ${now}::timestamptz - case c.status when 'unreachable' then interval '1 day' else interval '30 days' end))
  for share of b skip locked
  on conflict do nothing`;

async function enrol(tx: Executor, deps: Deps, range: Range & { dueAt: Date }): Promise<void> {
  await tx.execute(fill(range, everybodyHasTexts(deps), deps.clock()));
}

async function areManyWaiting(tx: Executor, now: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`select from page_fetches where due_at <= ${now} limit ${lookedAt}`,
  );
  return rowCount === lookedAt;
}

// As claimLinks does: of each host one, and only where no worker requests that host or has just done so; the others of a host
// line up behind. What is no longer to be read is let go.
const claim = (now: Date, until: Date, everybody: boolean): SQL => sql`
  with due as (
    select account_id, bookmark_id, host, due_at from page_fetches where due_at <= ${now}
    order by due_at, bookmark_id desc limit ${inline(lookedAt)} for update skip locked
  ), live as (
    select d.*, b.url, row_number() over (partition by d.host order by d.due_at, d.bookmark_id desc) as place
    from due d join bookmarks b on b.account_id = d.account_id and b.id = d.bookmark_id join accounts a on a.id = b.account_id
    where ${isReadable(everybody)} and not exists
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
  ), put_off as (
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

/** Claims pages whose time has come, no two of one host. The worker has to report each, or else they become due again. */
export async function claimPages(deps: Deps): Promise<DuePage[]> {
  const now = deps.clock();
  const until = new Date(now.getTime() + claimMs);
  const { rows } = await deps.db.execute<DuePage>(claim(now, until, everybodyHasTexts(deps)));
  return rows;
}

/** Whether a claimed page is still to be read: while it waited, its bookmark may have changed, or somebody read it. */
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
/** Between two requests to a host. */
const restMs = 5_000;
/** Where no site of so many answers, it is our own network that is away. */
const proofOfAbsence = 5;

/**
 * What came of a page: what is kept of it, or that it was not looked at; `later` is no answer, and one that is `over`
 * is not to be read any more, since somebody read it or its bookmark has changed.
 */
export type Outcome = Content['status'] | 'later' | 'over' | 'untouched';

export interface PageReport {
  page: DuePage;
  outcome: Outcome;
}

/** How long a page without text is left alone. */
const leftAloneMs: Readonly<Record<Exclude<Outcome, 'ready' | 'over' | 'unreachable'>, number>> = {
  refused: 30 * dayMs,
  unsupported: 30 * dayMs,
  empty: 30 * dayMs,
  later: 60 * minuteMs,
  untouched: 0,
};

/** A page that is away: a day, then a week, and when it is away for a month, a month. */
const absencesMs = [dayMs, 7 * dayMs, 7 * dayMs, 7 * dayMs, 7 * dayMs];
const longAbsenceMs = 30 * dayMs;

interface Next {
  accountId: string;
  id: string;
  failures: number;
  dueInMs: number;
}

function nextOf({ page: { accountId, id, failures }, outcome }: PageReport): Next[] {
  if (outcome === 'ready' || outcome === 'over') return [];
  if (outcome !== 'unreachable') return [{ accountId, id, failures, dueInMs: leftAloneMs[outcome] }];
  const dueInMs = absencesMs[failures] ?? longAbsenceMs;
  return [{ accountId, id, failures: Math.min(failures + 1, absencesMs.length), dueInMs }];
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

/** Writes down what came of a run: when each page is asked for again, if it is. Frees the hosts. */
export async function reportPages(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  reports: readonly PageReport[],
): Promise<void> {
  const now = clock().getTime();
  const trusted = isAway(reports)
    ? reports.map(({ page }) => ({ page, outcome: 'later' as const }))
    : reports;
  const next = trusted.flatMap(nextOf);
  const done = trusted.filter(({ outcome }) => outcome === 'ready' || outcome === 'over');
  const hostsOf = (isTouched: boolean): string[] =>
    reports.flatMap(({ page, outcome }) => ((outcome !== 'untouched') === isTouched ? [page.host] : []));
  await inTransaction(db, async (tx) => {
    await tx.execute(write(next, now));
    await tx.execute(remove(done));
    await free(tx, hostsOf(true), new Date(now + restMs));
    await free(tx, hostsOf(false), new Date(now));
    await tx.delete(linkHosts).where(lt(linkHosts.freeAt, new Date(now - 60 * minuteMs)));
  });
}

const isAway = (reports: readonly PageReport[]): boolean =>
  reports.length >= proofOfAbsence && reports.every(({ outcome }) => outcome === 'unreachable');
