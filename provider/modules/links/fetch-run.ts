import { causesOf, codeOf } from '@/lib/observability/describe-error';
import { quotaExceededState } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import {
  claimFetches,
  enrolFetches,
  isStillDue,
  reportFetches,
  type DuePage,
  type FetchQueue,
  type FetchReport,
} from '@/provider/modules/links/fetch-queue';
import { Problem } from '@/provider/problem';

/** Shorter than a claim. Pages that are not fetched by then become due again. */
const runMs = 5 * 60_000;

/** The result of one page. A fetch that the signal cut off is `untouched`. */
export type PageResult = Omit<FetchReport, 'page'>;

/**
 * One run of a queue: enrols new bookmarks, and has due pages fetched. Claims are stored in the database, so any number
 * of processes can run it at once. Returns the pages that are given up.
 */
export async function runFetches(
  deps: ProviderDeps,
  queue: FetchQueue,
  shutdown: AbortSignal,
  read: (deps: ProviderDeps, page: DuePage, signal: AbortSignal) => Promise<PageResult>,
): Promise<DuePage[]> {
  await enrolFetches(deps, queue);
  const waiting = await claimFetches(deps, queue);
  const signal = AbortSignal.any([shutdown, AbortSignal.timeout(runMs)]);
  const reports: FetchReport[] = [];
  const isAborted = () => signal.aborted;
  const readOne = async (page: DuePage): Promise<PageResult> => {
    if (isAborted()) return { outcome: 'untouched' };
    return (await isStillDue(deps, queue, page)) ? read(deps, page, signal) : { outcome: 'over' };
  };
  const work = async () => {
    for (let page = waiting.shift(); page; page = waiting.shift()) {
      reports.push({ page, ...(await readOne(page)) });
    }
  };
  await Promise.all(Array.from({ length: queue.concurrency }, work));
  return reports.length === 0 ? [] : reportFetches(deps, queue, reports);
}

/** Throws an error again, unless the bookmark was deleted or encrypted, or the storage of the account is full. */
export function ignoreRefusal(error: unknown): null {
  const isFull =
    error instanceof Error && [...causesOf(error)].some((cause) => codeOf(cause) === quotaExceededState);
  if (!isFull && !(error instanceof Problem)) throw error;
  return null;
}
