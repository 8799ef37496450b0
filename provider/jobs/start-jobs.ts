import { describeError } from '@/lib/observability/describe-error';
import type { ProviderDeps } from '@/provider/deps';
import type { Job, MakeJob, StopJob } from '@/provider/jobs/queues';
import { startQueues } from '@/provider/jobs/start-queues';
import { createErrorCounter } from '@/provider/modules/admin/errors';
import { accountActivity } from '@/provider/modules/admin/jobs';
import { startHeartbeat } from '@/provider/modules/admin/workers';
import { billingJob } from '@/provider/modules/billing/jobs';
import { blobPurge } from '@/provider/modules/blobs/jobs';
import { bookmarkMetadata } from '@/provider/modules/bookmarks/metadata';
import { cleanup, purge } from '@/provider/modules/cleanup/jobs';
import { copyJob } from '@/provider/modules/copies/jobs';
import { coverJob } from '@/provider/modules/covers/jobs';
import { vacuum } from '@/provider/modules/encryption/jobs';
import { imports } from '@/provider/modules/imports/jobs';
import { productReadJob } from '@/provider/modules/imports/product-read-job';
import { linkChecks } from '@/provider/modules/links/jobs';
import { mailJob } from '@/provider/modules/mail/queue';
import { pageTexts } from '@/provider/modules/pages/jobs';
import { embeddingsJob } from '@/provider/modules/meanings/embeddings';
import { reindexJob } from '@/provider/modules/bookmarks/reindex';
import { relatedWordsJob } from '@/provider/modules/meanings/related-words';

const jobs: readonly MakeJob[] = [
  cleanup,
  purge,
  vacuum,
  blobPurge,
  imports,
  productReadJob,
  mailJob,
  billingJob,
  bookmarkMetadata,
  linkChecks,
  copyJob,
  pageTexts,
  coverJob,
  reindexJob,
  relatedWordsJob,
  embeddingsJob,
  accountActivity,
];

/**
 * Starts all background jobs: each once immediately, to resume work left by an earlier process, and then by its
 * schedule.
 */
export function startJobs(deps: ProviderDeps): StopJob {
  const countError = createErrorCounter(deps, 'job');
  const started = jobs.map((make) => withReporting(deps, countError, make(deps)));
  const shutdown = new AbortController();
  const first = started.map(({ run }) => run(shutdown.signal).catch(() => undefined));
  const stopQueues = startQueues(deps, started);
  const stopHeartbeat = startHeartbeat(deps);
  return async () => {
    shutdown.abort();
    await stopQueues();
    await Promise.all(first);
    await stopHeartbeat();
  };
}

/**
 * Logs and counts a failed run. The queue stores only the message of the root cause, because outer errors include the
 * parameters of a statement.
 */
function withReporting({ log }: ProviderDeps, countError: () => void, job: Job): Job {
  const run = (signal: AbortSignal): Promise<void> =>
    job.run(signal).catch((error: unknown) => {
      const described = describeError(error);
      log.warn({ job: job.name, error: described }, 'job failed, will run again as scheduled');
      countError();
      throw new Error(String(described['message'] ?? described['name']));
    });
  return { ...job, run };
}
