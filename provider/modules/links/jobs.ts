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
/** Longer than a run can take: what is claimed is not requested by another worker meanwhile. */
const claimMs = 15 * minuteMs;
const enrolledRows = 5_000;
const lookedAt = 1_000;
const takenMax = 100;
const beginning = '00000000-0000-0000-0000-000000000000';

/**
 * Takes up bookmarks that are not looked at yet, a few thousand ids further with each call, and from the beginning
 * again after the last one.
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
    // Held meanwhile, see provider/db/schema/pages.ts; a bookmark that somebody is changing is met on the next round.
    await tx.execute(sql`
      insert into link_checks (account_id, bookmark_id, host, due_at)
      select b.account_id, b.id, b.domain, ${clock()} from bookmarks b
      where b.id > ${from} and (${to}::uuid is null or b.id <= ${to}) and b.deleted_at is null and not b.encrypted
        and b.url ~ '^https?://' and not exists (
          select from link_checks c where c.account_id = b.account_id and c.bookmark_id = b.id)
      for share of b skip locked
      on conflict do nothing`);
    await tx.update(linkProgress).set({ bookmarkId: to ?? beginning });
  });
}

// Those that are due longest; of each host one, and only where no worker requests that host or has just done so. The others of
// a host line up behind, a minute each, so that a host with thousands of pages does not stand in the way of the rest.
const claim = (now: Date, until: Date): SQL => sql`
  with due as (
    select account_id, bookmark_id, host, due_at from link_checks where due_at <= ${now}
    order by due_at limit ${inline(lookedAt)} for update skip locked
  ), live as (
    select d.*, b.url, row_number() over (partition by d.host order by d.due_at, d.bookmark_id) as place
    from due d join bookmarks b on b.account_id = d.account_id and b.id = d.bookmark_id
    where b.deleted_at is null and b.url is not null
  ), hosts as (
    insert into link_hosts (host, free_at)
    select host, ${until} from (select host from live where place = 1 order by due_at limit ${inline(takenMax)}) l order by host
    on conflict (host) do update set free_at = excluded.free_at where link_hosts.free_at <= ${now}
    returning host
  ), put_off as (
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

/** Claims pages whose time has come, no two of one host. The worker has to report each, or else they become due again. */
async function claimLinks({ db, clock }: Deps): Promise<DueLink[]> {
  const now = clock();
  const { rows } = await db.execute<DueLink>(claim(now, new Date(now.getTime() + claimMs)));
  return rows;
}

/**
 * What an attempt says of a page. `there`: the site has it, or keeps programs out. `gone`: it could not be had today.
 * `askByGet`: the site does not answer HEAD. `later`: it was not asked. `unknown`: our own rules forbid to ask.
 */
export type Verdict = 'there' | 'gone' | 'askByGet' | 'later' | 'unknown';

/** Answers by which sites refuse HEAD; those that say that a page is gone are not believed before GET says so too. */
const headRefusals = [400, 403, 405];

/** `failure` is null when the page came. */
export function judgeLink(method: 'HEAD' | 'GET', failure: PageFailure | null): Verdict {
  if (failure === null) return 'there';
  if (failure.kind === 'status') return judgeStatus(method, failure.status);
  if (failure.kind === 'unreachable') return 'gone';
  if (failure.kind === 'forbidden') return 'unknown';
  return failure.kind === 'later' ? 'later' : 'there';
}

function judgeStatus(method: 'HEAD' | 'GET', status: number): Verdict {
  const isGone = status === 404 || status === 410 || (status >= 500 && status <= 599);
  if (method === 'HEAD' && (isGone || headRefusals.includes(status))) return 'askByGet';
  return isGone ? 'gone' : 'there';
}

const dayMs = 24 * 60 * minuteMs;
/** Between two looks at a page. */
const lookEveryMs = 30 * dayMs;
/** Between two requests to a host. */
const restMs = 5_000;
/** Days without the page, after which it counts as broken. */
const failuresMax = 3;
/** Where no site of so many answers, it is our own network that is away. */
const proofOfAbsence = 5;

interface LinkReport {
  link: DueLink;
  verdict: Verdict;
  /** Whether any answer came from the host. */
  isAnswered: boolean;
}

interface Outcome {
  failures: number;
  byGet: boolean;
  dueInMs: number;
}

type Result = LinkReport & Outcome;

/** What a verdict makes of a page's row. */
function outcomeOf({ link, verdict }: LinkReport): Outcome {
  const { failures, byGet } = link;
  if (verdict === 'there') return { failures: 0, byGet, dueInMs: lookEveryMs };
  if (verdict === 'askByGet') return { failures, byGet: true, dueInMs: restMs };
  if (verdict === 'later') return { failures, byGet, dueInMs: 60 * minuteMs };
  if (verdict === 'unknown') return { failures, byGet, dueInMs: lookEveryMs };
  const counted = Math.min(failures + 1, failuresMax);
  return { failures: counted, byGet, dueInMs: counted < failuresMax ? dayMs : lookEveryMs };
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

// A link that was changed meanwhile is another page.
const mark = (judged: readonly Result[]): SQL => sql`
  update bookmarks b set broken = r.broken
  from unnest(${sql.param(judged.map(({ link }) => link.accountId))}::uuid[],
    ${sql.param(judged.map(({ link }) => link.id))}::uuid[],
    ${sql.param(judged.map(({ link }) => link.url))}::text[],
    ${sql.param(judged.map(({ failures }) => failures >= failuresMax))}::boolean[])
    r (account_id, id, url, broken)
  where b.account_id = r.account_id and b.id = r.id and b.url = r.url and b.broken <> r.broken`;

/** Writes down what came of a run: when each page is asked again, and which are broken. Frees the hosts. */
async function reportLinks(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  reports: readonly LinkReport[],
): Promise<void> {
  const now = clock().getTime();
  const results = trusted(reports).map((report) => ({ ...report, ...outcomeOf(report) }));
  const judged = results.filter(({ verdict }) => verdict === 'there' || verdict === 'gone');
  await inTransaction(db, async (tx) => {
    await tx.execute(mark(judged));
    await tx.execute(write(results, now));
    await tx
      .update(linkHosts)
      .set({ freeAt: new Date(now + restMs) })
      .where(
        inArray(
          linkHosts.host,
          results.map(({ link }) => link.host),
        ),
      );
    await tx.delete(linkHosts).where(lt(linkHosts.freeAt, new Date(now - 60 * minuteMs)));
  });
}

/** The reports, where at least one shows that the network is there. */
function trusted(reports: readonly LinkReport[]): LinkReport[] {
  const isAway = reports.length >= proofOfAbsence && !reports.some(({ isAnswered }) => isAnswered);
  return reports.map((report) =>
    isAway && report.verdict === 'gone' ? { ...report, verdict: 'later' } : report,
  );
}

type LinkCheckDeps = Pick<ProviderDeps, 'db' | 'clock' | 'fetchPage'>;

const atOnce = 8;

/**
 * One run of the link checks: enrols new bookmarks, and asks for the pages that are due, each at most once in a month, one
 * request to a host at a time. What is claimed is in the database, so any number of processes can do it at once. What an
 * aborted run did not finish comes back.
 *
 * [Note: Broken links] A page is asked by HEAD; where the site does not take that, or denies the page, by GET from the next run on, and
 * nothing of the answer is read. Not found, gone, an error of the site, no name, no connection and no answer in time
 * are failures; a site that only keeps programs out has the page. After a failure the page is asked the next day, and
 * after three such days its bookmark is broken, until it answers once or the link is changed. What the outbound guard
 * does not let through is left alone.
 */
export async function checkLinks(deps: LinkCheckDeps, signal: AbortSignal): Promise<void> {
  await enrolLinks(deps);
  const waiting = await claimLinks(deps);
  const reports: LinkReport[] = [];
  const work = async () => {
    for (let link = waiting.pop(); link; link = waiting.pop())
      reports.push(await askLink(deps, link, signal));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (reports.length > 0) await reportLinks(deps, reports);
}

async function askLink(
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
  const isAnswered = page !== null || isAnswer(failure);
  return { link, verdict: judgeLink(method, failure), isAnswered };
}

const isAnswer = (failure: PageFailure | null): boolean =>
  failure?.kind === 'status' || failure?.kind === 'unfit';

/** Finds out which pages are gone. */
export const linkChecks: MakeJob = (deps) => ({
  name: 'link-checks',
  cron: '* * * * *',
  run: (signal) => checkLinks(deps, signal),
});
