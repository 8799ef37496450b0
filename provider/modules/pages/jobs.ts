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
import { indexPages, readPage, whenPeopleHaveRead } from '@/provider/modules/pages/service';

const atOnce = 3;
/** Shorter than a claim lasts. What is not read by then comes back. */
const runMs = 5 * 60_000;

/**
 * One run of the page reader: indexes texts that have no index, enrols new bookmarks, and fetches the pages that are due,
 * for accounts that may search in them. What is claimed is in the database, so any number of processes can do it at once.
 * What an aborted run did not finish comes back.
 *
 * [Note: Page texts] A run asks for some dozens of pages, one of a host, and holds three of them in memory at most. It
 * shares `link_hosts` with the link checks, so a host has one visitor of ours at a time. It gives way: it begins no
 * page while somebody waits for one, and reads in one process, behind everything else that the machine has to do.
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
  await Promise.all(Array.from({ length: atOnce }, work));
  if (reports.length > 0) await reportPages(deps, reports);
}

async function readDuePage(deps: ProviderDeps, page: DuePage, signal: AbortSignal): Promise<Outcome> {
  const isOver = () => signal.aborted;
  await whenPeopleHaveRead(deps);
  if (isOver()) return 'untouched';
  if (!(await isStillDue(deps, page))) return 'over';
  const read = await readPage(deps, page, { signal });
  if (read === null) return 'over';
  if (read.isKept) return read.content.status;
  return isOver() ? 'untouched' : 'later';
}

/** Brings in the text of pages. */
export const pageTexts: MakeJob = (deps) => ({
  name: 'page-texts',
  cron: '* * * * *',
  run: (signal) => readPages(deps, signal),
});
