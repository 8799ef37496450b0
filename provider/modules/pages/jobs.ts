import type { ProviderDeps } from '@/provider/deps';
import type { MakeJob } from '@/provider/jobs/queues';
import {
  claimPages,
  enrolPages,
  isStillDue,
  reportPages,
  type DuePage,
  type Outcome,
  type PageReport,
} from '@/provider/modules/pages/queries';
import { indexPages, readPage } from '@/provider/modules/pages/service';

const concurrency = 3;
/** Shorter than a claim. Pages that are not fetched by then become due again. */
const runMs = 5 * 60_000;

/**
 * One run of the page reader: indexes texts without a search vector, enrols new bookmarks, and fetches due pages, for
 * accounts that may search in them. Claims are stored in the database, so any number of processes can run it at once.
 * Pages that an aborted run did not finish become due again.
 *
 * [Note: Page texts] A run requests some dozens of pages, one of each host, with at most three in memory. It shares
 * `link_hosts` with the link checks, so that a host gets one request at a time. It has low priority: it reads
 * in one process, after all other work of the machine.
 */
export async function readPages(deps: ProviderDeps, shutdown: AbortSignal): Promise<void> {
  const { pageTexts, selfHostedPlan } = deps.config;
  await indexPages(deps, shutdown);
  if (!pageTexts || selfHostedPlan === 'free') return;
  await enrolPages(deps);
  const waiting = await claimPages(deps);
  const signal = AbortSignal.any([shutdown, AbortSignal.timeout(runMs)]);
  const reports: PageReport[] = [];
  const work = async () => {
    for (let page = waiting.shift(); page; page = waiting.shift()) {
      reports.push({ page, outcome: await readDuePage(deps, page, signal) });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  if (reports.length > 0) await reportPages(deps, reports);
}

async function readDuePage(deps: ProviderDeps, page: DuePage, signal: AbortSignal): Promise<Outcome> {
  const isAborted = () => signal.aborted;
  if (isAborted()) return 'untouched';
  if (!(await isStillDue(deps, page))) return 'over';
  const read = await readPage(deps, page, { signal });
  if (read === null) return 'over';
  if (read.isStored) return read.content.status;
  return isAborted() ? 'untouched' : 'later';
}

/** Job that fetches page texts. */
export const pageTexts: MakeJob = (deps) => ({
  name: 'page-texts',
  cron: '* * * * *',
  run: (signal) => readPages(deps, signal),
});
