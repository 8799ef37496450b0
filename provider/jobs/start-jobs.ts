import { describeError } from '@/lib/observability/describe-error';
import type { ProviderDeps } from '@/provider/deps';
import { erasing } from '@/provider/jobs/erasing';
import { imports } from '@/provider/jobs/imports';
import type { Job, MakeJob, StopJob } from '@/provider/jobs/job';
import { bookmarkMetadata } from '@/provider/jobs/bookmark-metadata';
import { linkChecks } from '@/provider/jobs/link-checks';
import { mails } from '@/provider/jobs/mails';
import { pageTexts } from '@/provider/jobs/page-texts';
import { purging } from '@/provider/jobs/purging';
import { reindexing } from '@/provider/jobs/reindexing';
import { startSchedule } from '@/provider/jobs/schedule';
import { tidying } from '@/provider/jobs/tidying';

const jobs: readonly MakeJob[] = [
  tidying,
  purging,
  erasing,
  imports,
  mails,
  bookmarkMetadata,
  linkChecks,
  pageTexts,
  reindexing,
];

/**
 * Starts all background work: each job once now, so that a process takes up what an earlier one left, and then by the
 * schedule.
 */
export function startJobs(deps: ProviderDeps): StopJob {
  const made = jobs.map((make) => guarded(deps, make(deps)));
  const first = made.map(({ run }) => run());
  const stopSchedule = startSchedule(deps, made);
  return async () => {
    await stopSchedule();
    await Promise.all(first);
    for (const { stop } of made) await stop?.();
  };
}

/** A job that fails is reported and comes back; it must not end the process. */
function guarded({ log }: ProviderDeps, job: Job): Job {
  const run = (): Promise<void> =>
    job.run().catch((error: unknown) => {
      log.warn({ job: job.name, error: describeError(error) }, 'a job failed, it is tried again');
    });
  return { ...job, run };
}
