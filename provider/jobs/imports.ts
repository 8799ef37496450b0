import type { ProviderDeps } from '@/provider/deps';
import { describeError } from '@/lib/observability/describe-error';
import type { StopJob } from '@/provider/jobs/job';
import { importQueue } from '@/provider/services/imports/import-queue';

const everyMs = 15_000;

/**
 * Merges the imports that an earlier process accepted and did not finish: at the start, and then now and again those of
 * other processes. Several processes may do it at once: each import is locked by the one that is at it.
 */
export function startImports(deps: ProviderDeps): StopJob {
  const queue = importQueue(deps);
  let underWay = Promise.resolve();
  const run = (): void => {
    underWay = queue.sweep().catch((error: unknown) => {
      deps.log.warn({ error: describeError(error) }, 'looking for open imports failed, it is tried again');
    });
  };
  run();
  const timer = setInterval(run, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await underWay;
    await queue.stop();
  };
}
