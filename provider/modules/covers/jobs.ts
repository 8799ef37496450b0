import { sql } from 'drizzle-orm';
import type { ProviderDeps } from '@/provider/deps';
import type { MakeJob } from '@/provider/jobs/queues';
import { findCover } from '@/provider/modules/covers/find';
import { storeCover, storeNoCover } from '@/provider/modules/covers/store';
import { dayMs, isFetchable, type DuePage, type FetchQueue } from '@/provider/modules/links/fetch-queue';
import { ignoreRefusal, runFetches, type PageResult } from '@/provider/modules/links/fetch-run';

const queue: FetchQueue = {
  fetches: 'cover_fetches',
  progress: 'cover_progress',
  isEligible: () => isFetchable,
  isSettled: (now) => sql`exists (select from covers c
    where c.account_id = b.account_id and c.bookmark_id = b.id
      and (c.kind <> 'none' or c.stored_at > ${now}::timestamptz - interval '30 days'))`,
  retryMs: [60 * 60_000, dayMs, 7 * dayMs],
  givenUpMs: null,
  concurrency: 3,
};

/** One run of the search for covers: enrols new bookmarks, and fetches the pictures of due pages. */
export async function fetchCovers(deps: ProviderDeps, shutdown: AbortSignal): Promise<void> {
  if (!deps.config.covers) return;
  for (const { accountId, id, url } of await runFetches(deps, queue, shutdown, fetchDueCover)) {
    await storeNoCover(deps, { accountId, id }, url);
  }
}

async function fetchDueCover(
  deps: ProviderDeps,
  { accountId, id, url, language }: DuePage,
  signal: AbortSignal,
): Promise<PageResult> {
  // The limit for requests of the account is not used: a person may be waiting for those.
  const found = await findCover(deps, url, { language: language ?? undefined, signal });
  // What was cut off is no result.
  if (signal.aborted) return { outcome: 'untouched' };
  if (found.status === 'unreachable') return { outcome: 'unreachable' };
  if (found.status === 'none') {
    await storeNoCover(deps, { accountId, id }, url);
    return { outcome: 'over' };
  }
  const source = { kind: 'automatic', sourceUrl: found.url, pageUrl: url } as const;
  await storeCover(deps, { accountId, id }, found.cover, source).catch(ignoreRefusal);
  return { outcome: 'over' };
}

/** Job that fetches the pictures of pages. */
export const coverJob: MakeJob = (deps) => ({
  name: 'covers',
  cron: '* * * * *',
  run: (signal) => fetchCovers(deps, signal),
});
