import { sql } from 'drizzle-orm';
import type { Language } from '@/lib/contract/account';
import type { ProviderDeps } from '@/provider/deps';
import type { MakeJob } from '@/provider/jobs/queues';
import { copyPage } from '@/provider/modules/copies/make';
import { keepsCopies } from '@/provider/modules/copies/queries';
import { storeCopy } from '@/provider/modules/copies/store';
import { dayMs, isFetchable, type DuePage, type FetchQueue } from '@/provider/modules/links/fetch-queue';
import { ignoreRefusal, runFetches, type PageResult } from '@/provider/modules/links/fetch-run';
import { contentOf, storeContent } from '@/provider/modules/pages/service';

const queue: FetchQueue = {
  fetches: 'copy_fetches',
  progress: 'copy_progress',
  isEligible: (deps) => sql`${isFetchable} and ${keepsCopies(deps)}`,
  // A row stays in the queue.
  isSettled: () => sql`false`,
  retryMs: [60 * 60_000, dayMs, 7 * dayMs],
  givenUpMs: 30 * dayMs,
  // A page has several pictures in memory.
  concurrency: 2,
};

/** After this time a page may have changed. */
const renewedMs = 90 * dayMs;
const fullMs = 7 * dayMs;

/**
 * One run of the copying: enrols new bookmarks, and copies due pages, of accounts and collections that keep copies. The
 * text is stored for search as well, so that the page is requested once.
 */
export async function copyPages(deps: ProviderDeps, shutdown: AbortSignal): Promise<void> {
  if (deps.config.copies) await runFetches(deps, queue, shutdown, copyDuePage);
}

async function copyDuePage(
  deps: ProviderDeps,
  { accountId, id, url, language }: DuePage,
  signal: AbortSignal,
): Promise<PageResult> {
  const page = await copyPage(deps, url, { signal, language: (language as Language | null) ?? undefined });
  if (signal.aborted) return { outcome: 'untouched' };
  if (page.status !== 'ready') return resultOf(page.status);
  const content = contentOf({ status: 'ready', article: page.article }, deps.clock());
  await storeContent(deps, { accountId, id, url }, content, { isSent: false });
  const stored = await storeCopy(deps, { accountId, id }, page.draft, url).catch(ignoreRefusal);
  return { outcome: 'over', againMs: stored ? renewedMs : fullMs };
}

function resultOf(
  status: 'refused' | 'missing' | 'failing' | 'unreachable' | 'unsupported' | 'empty' | 'later',
): PageResult {
  if (status === 'later' || status === 'unreachable') return { outcome: status };
  if (status === 'missing' || status === 'failing') return { outcome: 'failed' };
  return { outcome: 'over', againMs: 30 * dayMs };
}

/** Job that copies pages. */
export const copyJob: MakeJob = (deps) => ({
  name: 'copies',
  cron: '* * * * *',
  run: (signal) => copyPages(deps, signal),
});
