import { sql, type SQL } from 'drizzle-orm';
import { Plan } from '@/lib/contract/account';
import { hasFeature } from '@/lib/domain/plans';
import { inline } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import type { MakeJob } from '@/provider/jobs/queues';
import { dayMs, isFetchable, type DuePage, type FetchQueue } from '@/provider/modules/links/fetch-queue';
import { runFetches, type PageResult } from '@/provider/modules/links/fetch-run';
import { indexPages, readPage } from '@/provider/modules/pages/service';

const plansWithTexts = sql.join(
  Plan.options.filter((plan) => hasFeature(plan, 'pageText')).map((plan) => inline(plan)),
  sql`, `,
);

/** Whether the plan of `accounts a`, or the one of the installation, includes the texts of pages. */
export const hasPageTexts = ({ config: { selfHostedPlan } }: Pick<ProviderDeps, 'config'>): SQL => {
  const isForAll = selfHostedPlan !== undefined && hasFeature(selfHostedPlan, 'pageText');
  return sql`(${isForAll} or a.plan in (${plansWithTexts}))`;
};

const ofBookmark = sql`c.account_id = b.account_id and c.bookmark_id = b.id`;

export const pageQueue: FetchQueue = {
  fetches: 'page_fetches',
  progress: 'page_progress',
  isEligible: (deps) => sql`${isFetchable} and ${hasPageTexts(deps)}`,
  isSettled: () => sql`exists (select from page_contents c where ${ofBookmark} and c.status = 'ready')`,
  isRecent: (now) => sql`exists (select from page_contents c
    where ${ofBookmark} and c.fetched_at > ${now}::timestamptz - case
      when c.status in ('unreachable', 'failing', 'missing') then interval '1 day' else interval '30 days' end)`,
  // A day, weeks, then a month.
  retryMs: [dayMs, 7 * dayMs, 7 * dayMs, 7 * dayMs, 7 * dayMs],
  givenUpMs: 30 * dayMs,
  concurrency: 3,
};

/**
 * One run of the page reader: indexes texts without a search vector, enrols new bookmarks, and fetches due pages, for
 * accounts that may search in them. Pages that an aborted run did not finish become due again.
 *
 * [Note: Page texts] A run requests some dozens of pages, one of each host, with at most three in memory. It shares
 * `link_hosts` with the link checks, so that a host gets one request at a time. It has low priority: it reads
 * in one process, after all other work of the machine.
 */
export async function readPages(deps: ProviderDeps, shutdown: AbortSignal): Promise<void> {
  const { pageTexts, selfHostedPlan } = deps.config;
  await indexPages(deps, shutdown);
  if (pageTexts && selfHostedPlan !== 'free') await runFetches(deps, pageQueue, shutdown, readDuePage);
}

async function readDuePage(deps: ProviderDeps, page: DuePage, signal: AbortSignal): Promise<PageResult> {
  const read = await readPage(deps, page, { signal });
  if (read === null) return { outcome: 'over' };
  if (!read.isStored) return { outcome: signal.aborted ? 'untouched' : 'later' };
  switch (read.content.status) {
    case 'ready':
      return { outcome: 'over' };
    case 'unreachable':
      return { outcome: 'unreachable' };
    case 'missing':
    case 'failing':
      return { outcome: 'failed' };
    default:
      return { outcome: 'over', againMs: 30 * dayMs };
  }
}

/** Job that fetches page texts. */
export const pageTexts: MakeJob = (deps) => ({
  name: 'page-texts',
  cron: '* * * * *',
  run: (signal) => readPages(deps, signal),
});
