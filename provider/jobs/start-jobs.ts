import type { ProviderDeps } from '@/provider/deps';
import type { StartJob, StopJob } from '@/provider/jobs/job';
import { startImports } from '@/provider/jobs/imports';
import { startMails } from '@/provider/jobs/mails';
import { startTidying } from '@/provider/jobs/tidying';

const jobs: readonly StartJob[] = [startTidying, startImports, startMails];

/** Starts all background work. Ends what has started already when one of them cannot start. */
export async function startJobs(deps: ProviderDeps): Promise<StopJob> {
  const started: StopJob[] = [];
  const stop: StopJob = async () => {
    await Promise.all(started.splice(0).map((stopJob) => stopJob()));
  };
  try {
    for (const start of jobs) started.push(await start(deps));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
