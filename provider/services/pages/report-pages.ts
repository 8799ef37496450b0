import type { Content } from '@/lib/contract/schemas/content';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import type { DuePage } from '@/provider/services/pages/claim-pages';

const minuteMs = 60_000;
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
  id: string;
  failures: number;
  dueInMs: number;
}

function nextOf({ page: { id, failures }, outcome }: PageReport): Next[] {
  if (outcome === 'ready' || outcome === 'over') return [];
  if (outcome !== 'unreachable') return [{ id, failures, dueInMs: leftAloneMs[outcome] }];
  const dueInMs = absencesMs[failures] ?? longAbsenceMs;
  return [{ id, failures: Math.min(failures + 1, absencesMs.length), dueInMs }];
}

const write = `
  update page_fetches f set failures = r.failures, due_at = r.due_at
  from unnest($1::uuid[], $2::smallint[], $3::timestamptz[]) r (id, failures, due_at)
  where f.bookmark_id = r.id`;

const free = 'update link_hosts set free_at = $2 where host = any ($1)';

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
    await tx.query(write, [
      next.map(({ id }) => id),
      next.map(({ failures }) => failures),
      next.map(({ dueInMs }) => new Date(now + dueInMs)),
    ]);
    await tx.query('delete from page_fetches where bookmark_id = any ($1)', [
      done.map(({ page }) => page.id),
    ]);
    await tx.query(free, [hostsOf(true), new Date(now + restMs)]);
    await tx.query(free, [hostsOf(false), new Date(now)]);
    await tx.query('delete from link_hosts where free_at < $1', [new Date(now - 60 * minuteMs)]);
  });
}

const isAway = (reports: readonly PageReport[]): boolean =>
  reports.length >= proofOfAbsence && reports.every(({ outcome }) => outcome === 'unreachable');
