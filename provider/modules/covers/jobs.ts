import { causesOf, codeOf } from '@/lib/observability/describe-error';
import { quotaExceededState } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import type { MakeJob } from '@/provider/jobs/queues';
import { findCover } from '@/provider/modules/covers/find';
import {
  claimCovers,
  enrolCovers,
  reportCovers,
  type CoverReport,
  type DueCover,
  type Outcome,
} from '@/provider/modules/covers/queue';
import { storeCover, storeNoCover } from '@/provider/modules/covers/store';
import { Problem } from '@/provider/problem';

const concurrency = 3;
/** Shorter than a claim. Pages that are not fetched by then become due again. */
const runMs = 5 * 60_000;

/**
 * One run of the search for covers: enrols new bookmarks, and fetches the pictures of due pages. Claims are stored in the
 * database, so any number of processes can run it at once.
 */
export async function fetchCovers(deps: ProviderDeps, shutdown: AbortSignal): Promise<void> {
  if (!deps.config.covers) return;
  await enrolCovers(deps);
  const waiting = await claimCovers(deps);
  const signal = AbortSignal.any([shutdown, AbortSignal.timeout(runMs)]);
  const reports: CoverReport[] = [];
  const work = async () => {
    for (let page = waiting.shift(); page; page = waiting.shift()) {
      reports.push({ page, outcome: await fetchDueCover(deps, page, signal) });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  if (reports.length === 0) return;
  for (const { accountId, id, url } of await reportCovers(deps, reports)) {
    await storeNoCover(deps, { accountId, id }, url);
  }
}

async function fetchDueCover(
  deps: ProviderDeps,
  { accountId, id, url, language }: DueCover,
  signal: AbortSignal,
): Promise<Outcome> {
  const isAborted = () => signal.aborted;
  if (isAborted()) return 'untouched';
  // The limit for requests of the account is not used: a person may be waiting for those.
  const found = await findCover(deps, url, { language: language ?? undefined, signal });
  if (isAborted()) return 'untouched';
  if (found.status === 'unreachable') return 'unreachable';
  if (found.status === 'none') {
    await storeNoCover(deps, { accountId, id }, url);
    return 'over';
  }
  const source = { kind: 'automatic', sourceUrl: found.url, pageUrl: url } as const;
  await storeCover(deps, { accountId, id }, found.cover, source).catch((error: unknown) => {
    // The bookmark was deleted or encrypted, or the storage of the account is full.
    if (!isExpected(error)) throw error;
  });
  return 'over';
}

const isExpected = (error: unknown): boolean =>
  error instanceof Problem ||
  (error instanceof Error && [...causesOf(error)].some((cause) => codeOf(cause) === quotaExceededState));

/** Job that fetches the pictures of pages. */
export const coverJob: MakeJob = (deps) => ({
  name: 'covers',
  cron: '* * * * *',
  run: (signal) => fetchCovers(deps, signal),
});
