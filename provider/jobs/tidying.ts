import type { ProviderDeps } from '@/provider/deps';
import { describeError } from '@/lib/observability/describe-error';
import type { StopJob } from '@/provider/jobs/job';
import { tidy } from '@/provider/services/tidy';

const everyMs = 60 * 60_000;

/** Deletes what has ended, at the start and every hour. Several processes may do it at once: it is idempotent. */
export function startTidying(deps: ProviderDeps): StopJob {
  let underWay = Promise.resolve();
  const run = (): void => {
    underWay = tidy(deps).catch((error: unknown) => {
      deps.log.warn({ error: describeError(error) }, 'tidying failed, it is tried again in an hour');
    });
  };
  run();
  const timer = setInterval(run, everyMs).unref();
  return () => {
    clearInterval(timer);
    return underWay;
  };
}
