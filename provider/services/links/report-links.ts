import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import type { DueLink } from '@/provider/services/links/claim-links';
import type { Verdict } from '@/provider/services/links/judge-link';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Between two looks at a page. */
const lookEveryMs = 30 * dayMs;
/** Between two requests to a host. */
const restMs = 5_000;
/** Days without the page, after which it counts as broken. */
const failuresMax = 3;
/** Where no site of so many answers, it is our own network that is away. */
const proofOfAbsence = 5;

export interface LinkReport {
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

const write = `
  update link_checks c set failures = r.failures, by_get = r.by_get, due_at = r.due_at
  from unnest($1::uuid[], $2::smallint[], $3::boolean[], $4::timestamptz[]) r (id, failures, by_get, due_at)
  where c.bookmark_id = r.id`;

// A link that was changed meanwhile is another page.
const mark = `
  update bookmarks b set broken = r.broken
  from unnest($1::uuid[], $2::text[], $3::boolean[]) r (id, url, broken)
  where b.id = r.id and b.url = r.url and b.broken <> r.broken`;

const free = 'update link_hosts set free_at = $2 where host = any ($1)';

/** Writes down what came of a run: when each page is asked again, and which are broken. Frees the hosts. */
export async function reportLinks(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  reports: readonly LinkReport[],
): Promise<void> {
  const now = clock().getTime();
  const results = trusted(reports).map((report) => ({ ...report, ...outcomeOf(report) }));
  const judged = results.filter(({ verdict }) => verdict === 'there' || verdict === 'gone');
  await inTransaction(db, async (tx) => {
    await tx.query(mark, [
      judged.map(({ link }) => link.id),
      judged.map(({ link }) => link.url),
      judged.map(({ failures }) => failures >= failuresMax),
    ]);
    await tx.query(write, [
      results.map(({ link }) => link.id),
      results.map(({ failures }) => failures),
      results.map(({ byGet }) => byGet),
      results.map(({ dueInMs }) => new Date(now + dueInMs)),
    ]);
    await tx.query(free, [results.map(({ link }) => link.host), new Date(now + restMs)]);
    await tx.query('delete from link_hosts where free_at < $1', [new Date(now - 60 * minuteMs)]);
  });
}

/** The reports, where at least one shows that the network is there. */
function trusted(reports: readonly LinkReport[]): LinkReport[] {
  const isAway = reports.length >= proofOfAbsence && !reports.some(({ isAnswered }) => isAnswered);
  return reports.map((report) =>
    isAway && report.verdict === 'gone' ? { ...report, verdict: 'later' } : report,
  );
}
