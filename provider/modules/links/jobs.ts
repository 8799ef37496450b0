import { asc, gt, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { inline } from '@/provider/db/client';
import { bookmarks } from '@/provider/db/schema/library';
import { linkHosts, linkProgress } from '@/provider/db/schema/pages';
import { inTransaction } from '@/provider/db/transaction';
import type { PageFailure, ProviderDeps } from '@/provider/deps';
import type { MakeJob } from '@/provider/jobs/queues';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

type DueLink = Readonly<{
  accountId: string;
  id: string;
  url: string;
  host: string;
  failures: number;
  byGet: boolean;
}>;

const minuteMs = 60_000;
/** Duration of a claim. Longer than a run, so that no other worker requests a claimed page. */
const claimMs = 15 * minuteMs;
const enrolledRows = 5_000;
const candidatesMax = 1_000;
const claimedMax = 100;
const beginning = '00000000-0000-0000-0000-000000000000';

/**
 * Enrols bookmarks whose links are not checked yet, a few thousand with each call in the order of ids. Starts over
 * after the last one.
 */
async function enrolLinks({ db, clock }: Deps): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [progress] = await tx
      .select({ at: linkProgress.bookmarkId })
      .from(linkProgress)
      .for('update', { skipLocked: true });
    if (progress === undefined) return;
    const from = progress.at;
    const [end] = await tx
      .select({ id: bookmarks.id })
      .from(bookmarks)
      .where(gt(bookmarks.id, from))
      .orderBy(asc(bookmarks.id))
      .offset(enrolledRows - 1)
      .limit(1);
    const to = end?.id ?? null;
    // Locks the bookmarks, see provider/db/schema/pages.ts; one that is locked is enrolled in the next round.
    await tx.execute(sql`
      insert into link_checks (account_id, bookmark_id, host, due_at)
      select b.account_id, b.id, b.domain, ${clock()} from bookmarks b
      where b.id > ${from} and (${to}::uuid is null or b.id <= ${to}) and b.deleted_at is null and not b.encrypted
        and b.url ~* '^https?://' and not exists (
          select from link_checks c where c.account_id = b.account_id and c.bookmark_id = b.id)
      for share of b skip locked
      on conflict do nothing`);
    await tx.update(linkProgress).set({ bookmarkId: to ?? beginning });
  });
}

// Those that have been due longest: one of each host, and only if no worker is requesting that host or has just done
// so. The others of a host are deferred by a minute each, so that a host with thousands of pages does not block the
// rest.
const claim = (now: Date, until: Date): SQL => sql`
  with due as (
    select account_id, bookmark_id, host, due_at from link_checks where due_at <= ${now}
    order by due_at limit ${inline(candidatesMax)} for update skip locked
  ), live as (
    select d.*, b.url, row_number() over (partition by d.host order by d.due_at, d.bookmark_id) as place
    from due d join bookmarks b on b.account_id = d.account_id and b.id = d.bookmark_id
    where b.deleted_at is null and b.url is not null
  ), hosts as (
    insert into link_hosts (host, free_at)
    select host, ${until} from (select host from live where place = 1 order by due_at limit ${inline(claimedMax)}) l order by host
    on conflict (host) do update set free_at = excluded.free_at where link_hosts.free_at <= ${now}
    returning host
  ), deferred as (
    update link_checks c set due_at = case
        when l.place is null then ${now}::timestamptz + interval '1 day'
        when l.place = 1 and h.host is not null then ${until}
        else ${now}::timestamptz + l.place * interval '1 minute' end
    from due d
      left join live l on l.account_id = d.account_id and l.bookmark_id = d.bookmark_id
      left join hosts h on h.host = l.host
    where c.account_id = d.account_id and c.bookmark_id = d.bookmark_id
  )
  select l.account_id as "accountId", l.bookmark_id as id, l.url, l.host, c.failures, c.by_get as "byGet"
  from live l join hosts h on h.host = l.host
    join link_checks c on c.account_id = l.account_id and c.bookmark_id = l.bookmark_id
  where l.place = 1`;

/** Claims due pages, at most one of each host. The worker has to report each; otherwise they become due again. */
async function claimLinks({ db, clock }: Deps): Promise<DueLink[]> {
  const now = clock();
  const { rows } = await db.execute<DueLink>(claim(now, new Date(now.getTime() + claimMs)));
  return rows;
}

/**
 * Result of a request for a page. `available`: the site has it, or rejects automated requests. `gone`: it cannot be
 * retrieved now. `retryWithGet`: the site does not support HEAD. `later`: it was not requested. `unknown`: the outbound
 * guard forbids the request.
 */
export type Verdict = 'available' | 'gone' | 'retryWithGet' | 'later' | 'unknown';

/** Statuses by which sites reject HEAD. A status that means `gone` also has to be confirmed by GET. */
const headRejections = [400, 403, 405];

/** Returns the verdict of a request; `failure` is null if the page was received. */
export function judgeLink(method: 'HEAD' | 'GET', failure: PageFailure | null): Verdict {
  if (failure === null) return 'available';
  if (failure.kind === 'status') return judgeStatus(method, failure.status);
  if (failure.kind === 'unreachable') return 'gone';
  if (failure.kind === 'forbidden') return 'unknown';
  return failure.kind === 'later' ? 'later' : 'available';
}

function judgeStatus(method: 'HEAD' | 'GET', status: number): Verdict {
  const isGone = status === 404 || status === 410 || (status >= 500 && status <= 599);
  if (method === 'HEAD' && (isGone || headRejections.includes(status))) return 'retryWithGet';
  return isGone ? 'gone' : 'available';
}

const dayMs = 24 * 60 * minuteMs;
/** Time between two checks of a page. */
const checkIntervalMs = 30 * dayMs;
/** Minimum time between two requests to a host. */
const hostPauseMs = 5_000;
/** Number of failures, on different days, after which a page counts as broken. */
const failuresMax = 3;
/** If at least this many sites were requested and none responded, our own network is assumed to be down. */
const networkProbeMin = 5;

interface LinkReport {
  link: DueLink;
  verdict: Verdict;
  /** Whether the host sent any response. */
  hasResponse: boolean;
}

interface Outcome {
  failures: number;
  byGet: boolean;
  dueInMs: number;
}

type Result = LinkReport & Outcome;

/** Returns the new values of a page's row after a verdict. */
function outcomeOf({ link, verdict }: LinkReport): Outcome {
  const { failures, byGet } = link;
  if (verdict === 'available') return { failures: 0, byGet, dueInMs: checkIntervalMs };
  if (verdict === 'retryWithGet') return { failures, byGet: true, dueInMs: hostPauseMs };
  if (verdict === 'later') return { failures, byGet, dueInMs: 60 * minuteMs };
  if (verdict === 'unknown') return { failures, byGet, dueInMs: checkIntervalMs };
  const counted = Math.min(failures + 1, failuresMax);
  return { failures: counted, byGet, dueInMs: counted < failuresMax ? dayMs : checkIntervalMs };
}

const write = (results: readonly Result[], now: number): SQL => sql`
  update link_checks c set failures = r.failures, by_get = r.by_get, due_at = r.due_at
  from unnest(${sql.param(results.map(({ link }) => link.accountId))}::uuid[],
    ${sql.param(results.map(({ link }) => link.id))}::uuid[],
    ${sql.param(results.map(({ failures }) => failures))}::smallint[],
    ${sql.param(results.map(({ byGet }) => byGet))}::boolean[],
    ${sql.param(results.map(({ dueInMs }) => new Date(now + dueInMs)))}::timestamptz[])
    r (account_id, id, failures, by_get, due_at)
  where c.account_id = r.account_id and c.bookmark_id = r.id`;

// The condition on the URL excludes links that changed during the check.
const mark = (decided: readonly Result[]): SQL => sql`
  update bookmarks b set broken = r.broken
  from unnest(${sql.param(decided.map(({ link }) => link.accountId))}::uuid[],
    ${sql.param(decided.map(({ link }) => link.id))}::uuid[],
    ${sql.param(decided.map(({ link }) => link.url))}::text[],
    ${sql.param(decided.map(({ failures }) => failures >= failuresMax))}::boolean[])
    r (account_id, id, url, broken)
  where b.account_id = r.account_id and b.id = r.id and b.url = r.url and b.broken <> r.broken`;

/** Stores the results of a run: when each page is checked again, and which are broken. Releases the hosts. */
async function reportLinks(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  reports: readonly LinkReport[],
): Promise<void> {
  const now = clock().getTime();
  const results = trustedReports(reports).map((report) => ({ ...report, ...outcomeOf(report) }));
  const decided = results.filter(({ verdict }) => verdict === 'available' || verdict === 'gone');
  await inTransaction(db, async (tx) => {
    await tx.execute(mark(decided));
    await tx.execute(write(results, now));
    await tx
      .update(linkHosts)
      .set({ freeAt: new Date(now + hostPauseMs) })
      .where(
        inArray(
          linkHosts.host,
          results.map(({ link }) => link.host),
        ),
      );
    await tx.delete(linkHosts).where(lt(linkHosts.freeAt, new Date(now - 60 * minuteMs)));
  });
}

/** Returns the reports; if none shows that our network is up, `gone` becomes `later`. */
function trustedReports(reports: readonly LinkReport[]): LinkReport[] {
  const isOffline = reports.length >= networkProbeMin && !reports.some(({ hasResponse }) => hasResponse);
  return reports.map((report) =>
    isOffline && report.verdict === 'gone' ? { ...report, verdict: 'later' } : report,
  );
}

type LinkCheckDeps = Pick<ProviderDeps, 'db' | 'clock' | 'fetchPage'>;

const concurrency = 8;

/**
 * One run of the link checks: enrols new bookmarks and requests the due pages, each at most once a month, with one
 * request to a host at a time. Claims are stored in the database, so any number of processes can run it at once. Pages
 * that an aborted run did not finish become due again.
 *
 * [Note: Broken links] A page is requested by HEAD, and from the next run on by GET if the site does not support HEAD
 * or responds with an error; the body is never read. Failures are: not found, gone, a server error, an unknown
 * host name, no connection, and a timeout. A site that only rejects automated requests has the page. After a failure
 * the page is requested the next day; after failures on three days the bookmark is broken, until the page responds once
 * or the link changes. Pages that the outbound guard blocks are not checked.
 */
export async function checkLinks(deps: LinkCheckDeps, signal: AbortSignal): Promise<void> {
  await enrolLinks(deps);
  const waiting = await claimLinks(deps);
  const reports: LinkReport[] = [];
  const work = async () => {
    for (let link = waiting.pop(); link; link = waiting.pop())
      reports.push(await checkLink(deps, link, signal));
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  if (reports.length > 0) await reportLinks(deps, reports);
}

async function checkLink(
  { fetchPage }: LinkCheckDeps,
  link: DueLink,
  signal: AbortSignal,
): Promise<LinkReport> {
  const method = link.byGet ? 'GET' : 'HEAD';
  let failure: PageFailure | null = { kind: 'later' };
  const page = await fetchPage(link.url, {
    method,
    accept: ['*/*'],
    maxBytes: 0,
    signal,
    onFailure: (why) => {
      failure = why;
    },
  });
  if (page) failure = null;
  const hasResponse = page !== null || isResponse(failure);
  return { link, verdict: judgeLink(method, failure), hasResponse };
}

const isResponse = (failure: PageFailure | null): boolean =>
  failure?.kind === 'status' || failure?.kind === 'unfit';

/** Job that checks for broken links. */
export const linkChecks: MakeJob = (deps) => ({
  name: 'link-checks',
  cron: '* * * * *',
  run: (signal) => checkLinks(deps, signal),
});
